/** Filters of the list of trainings in its address; names and values are those of the specification. */
import type { TrainingListPageQuery } from '../../../__generated__/TrainingListPageQuery.graphql.ts'
import { globalId } from '../../../relay/globalId.ts'
import { listAddress, oneOf, rowNumber, text } from '../../../relay/list/listAddress.ts'
import type { Place } from '../../group/place.ts'
import { trainingsHref } from '../addresses.ts'

export const AUTHS = ['Public', 'Private'] as const
export const ACCESS_OF = { Public: 'PUBLIC', Private: 'PRIVATE' } as const

export const trainingList = (place: Place) =>
  listAddress(
    trainingsHref(place),
    { auth: oneOf('auth', AUTHS), category: rowNumber('categoryId'), keyword: text('keyword', 100) },
    { size: place === null ? 15 : 10 },
  )

export type TrainingList = ReturnType<ReturnType<typeof trainingList>['read']>

/** Filter and rows of the list of a place; absent keys are left out, so that equal lists have equal variables. */
export function trainingListVariables(
  place: Place,
  search: URLSearchParams,
): TrainingListPageQuery['variables'] {
  const address = trainingList(place)
  const list = address.read(search)
  const { auth, category, keyword } = list
  const filter = {
    ...(place !== null && { groupId: globalId('Group', place) }),
    ...(auth && { access: ACCESS_OF[auth] }),
    ...(category !== null && { categoryId: globalId('TrainingCategory', category) }),
    ...(keyword && { keyword }),
  }
  return { filter, ...address.rows(list) }
}
