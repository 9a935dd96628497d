/** The addresses of the administration's contests. */
import type { ManagedContestsPageQuery } from '../../../__generated__/ManagedContestsPageQuery.graphql.ts'
import { listAddress, oneOf, text } from '../../../relay/listAddress.ts'

export const TYPES = ['ACM', 'OI'] as const
export const ACCESSES = ['PUBLIC', 'PRIVATE', 'PROTECTED'] as const
export const STATUSES = ['SCHEDULED', 'RUNNING', 'ENDED'] as const
const VISIBILITIES = ['true', 'false'] as const

export const managedContests = listAddress(
  '/admin/contest',
  {
    keyword: text('keyword', 100),
    status: oneOf('status', STATUSES),
    type: oneOf('type', TYPES),
    access: oneOf('auth', ACCESSES),
    visible: oneOf('visible', VISIBILITIES),
  },
  { size: 10 },
)

export type ManagedContests = ReturnType<typeof managedContests.read>

export function managedContestsVariables(search: URLSearchParams): ManagedContestsPageQuery['variables'] {
  const list = managedContests.read(search)
  const { keyword, status, type, access, visible } = list
  return {
    filter: { keyword: keyword || null, status, type, access, isVisible: visible && visible === 'true' },
    ...managedContests.rows(list),
  }
}

export const NEW_CONTEST = '/admin/contest/create'

export const editHref = (number: number): string => `/admin/contest/${number}/edit`
export const problemsHref = (number: number): string => `/admin/contest/${number}/problems`
export const noticesHref = (number: number): string => `/admin/contest/${number}/announcement`
export const contestHref = (number: number): string => `/contest/${number}`

/** The scoreboard that needs no login. */
export const openBoardHref = (number: number, type: (typeof TYPES)[number]): string =>
  `/contest/${type === 'ACM' ? 'acm' : 'oi'}-scoreboard/${number}`

/** The id of the contest with a number, as it stands in an address: an id is type and number. */
export const idOf = (number: string): string => btoa(`Contest:${Number(number) || 0}`)
