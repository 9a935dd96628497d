/** Filters of the list of trainings in its address; names and values are those of the specification. */
import type { TrainingListPageQuery } from '../../../__generated__/TrainingListPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { listAddress, oneOf, rowNumber, text } from '../../../relay/list/listAddress.ts'

export const AUTHS = ['Public', 'Private'] as const
export const ACCESS_OF = { Public: 'PUBLIC', Private: 'PRIVATE' } as const

export const trainingList = listAddress(
  '/training',
  { auth: oneOf('auth', AUTHS), category: rowNumber('categoryId'), keyword: text('keyword', 100) },
  { size: 15 },
)

export type TrainingList = ReturnType<typeof trainingList.read>

/** Variables of the query; absent keys are left out, so that equal lists have equal variables. */
export function trainingListVariables(search: URLSearchParams): TrainingListPageQuery['variables'] {
  const list = trainingList.read(search)
  const { auth, category, keyword } = list
  const filter = {
    ...(auth && { access: ACCESS_OF[auth] }),
    ...(category !== null && { categoryId: globalId('TrainingCategory', category) }),
    ...(keyword && { keyword }),
  }
  return { filter, ...trainingList.rows(list) }
}
