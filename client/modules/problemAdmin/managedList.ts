/** State of the managed problem list in its address. */
import type { ManagedListPageQuery } from '../../__generated__/ManagedListPageQuery.graphql.ts'
import { listAddress, oneOf, text } from '../../relay/list/listAddress.ts'
import { BANK_KEYS, OWN_BANK } from '../bank/banks.ts'
import { VISIBILITIES } from '../problem/adminAddresses.ts'
import { DIFFICULTIES } from '../problem/list/problemList.ts'

export const SCORINGS = ['ACM', 'OI'] as const
export const ORDERS = ['CHANGED', 'DISPLAY_ID'] as const
/** `Mine`: the viewer's problems; `ME`: the site's own bank; then other judges. */
export const BANKS = ['Mine', OWN_BANK, ...BANK_KEYS] as const

export const managedList = listAddress(
  '/admin/problems',
  {
    keyword: text('keyword', 100),
    bank: oneOf('oj', BANKS),
    visibility: oneOf('visibility', VISIBILITIES),
    scoring: oneOf('type', SCORINGS),
    difficulty: oneOf('difficulty', DIFFICULTIES),
    order: oneOf('order', ORDERS),
  },
  { size: 10 },
)

export type ManagedList = ReturnType<typeof managedList.read>

export function managedListVariables(search: URLSearchParams): ManagedListPageQuery['variables'] {
  const list = managedList.read(search)
  const { keyword, bank, visibility, scoring, difficulty, order } = list
  return {
    keyword: keyword || null,
    mine: bank === 'Mine' || null,
    bank: bank === 'Mine' ? null : bank,
    visibility,
    scoring,
    difficulty,
    orderBy: order,
    ...managedList.rows(list),
  }
}
