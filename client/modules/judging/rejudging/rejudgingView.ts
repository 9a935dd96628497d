/** State of a rejudging page in its address. */
import type { RejudgingPageQuery } from '../../../__generated__/RejudgingPageQuery.graphql.ts'
import { flag, listAddress } from '../../../relay/list/listAddress.ts'

export const rejudgingView = (number: number) =>
  listAddress(`/rejudging/${number}`, { everything: flag('all') }, { size: 30, sizeKey: null })

export function rejudgingVariables(number: number, search: URLSearchParams): RejudgingPageQuery['variables'] {
  const view = rejudgingView(number)
  const list = view.read(search)
  return { number, changed: !list.everything, ...view.rows(list) }
}
