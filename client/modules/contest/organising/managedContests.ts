/** Addresses of the contest administration. */
import type { ManagedContestsPageQuery } from '../../../__generated__/ManagedContestsPageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import { globalId, numberedId } from '../../../relay/globalId.ts'
import { listAddress, oneOf, text } from '../../../relay/list/listAddress.ts'
import { type Place, placeHref } from '../../group/place.ts'
import { editHref as editHrefOfProblem } from '../../problem/adminAddresses.ts'

export const TYPES = ['ACM', 'OI'] as const
export const ACCESSES = ['PUBLIC', 'PRIVATE', 'PROTECTED'] as const
export const STATUSES = ['SCHEDULED', 'RUNNING', 'ENDED'] as const
const VISIBILITIES = ['true', 'false'] as const

const base = (place: Place) => (place === null ? '/admin/contest' : `${placeHref(place)}/contest/manage`)

export const managedContests = (place: Place) =>
  listAddress(
    base(place),
    {
      keyword: text('keyword', 100),
      status: oneOf('status', STATUSES),
      type: oneOf('type', TYPES),
      access: oneOf('auth', ACCESSES),
      visible: oneOf('visible', VISIBILITIES),
    },
    { size: 10 },
  )

export type ManagedContests = ReturnType<ReturnType<typeof managedContests>['read']>

export function managedContestsVariables(
  place: Place,
  search: URLSearchParams,
): ManagedContestsPageQuery['variables'] {
  const address = managedContests(place)
  const list = address.read(search)
  const { keyword, status, type, access, visible } = list
  const isVisible = visible && visible === 'true'
  return {
    filter: {
      ...(place !== null && { groupId: globalId('Group', place) }),
      keyword: keyword || null,
      status,
      type,
      access,
      isVisible,
    },
    ...address.rows(list),
  }
}

export const newContestHref = (place: Place): string => `${base(place)}/create`
export const editHref = (place: Place, number: number): string => `${base(place)}/${number}/edit`
export const problemsHref = (place: Place, number: number): string => `${base(place)}/${number}/problems`
export const noticesHref = (place: Place, number: number): string => `${base(place)}/${number}/announcement`
export const contestHref = (number: number): string => `/contest/${number}`

/** Path of the public scoreboard, which needs no login. */
export const openBoardHref = (number: number, type: (typeof TYPES)[number]): string =>
  `/contest/${type === 'ACM' ? 'acm' : 'oi'}-scoreboard/${number}`

/** Global id of a contest by its number in an address. */
export const idOf = (number: string): string => numberedId('Contest', number)

type OfGroup = { group: { number: number } | null | undefined }

/** The contest of a page of the administration; throws NOT_FOUND in a group that it does not belong to. */
export function foundIn<Contest extends OfGroup>(place: Place, contest: Contest | null | undefined): Contest {
  const one = found(contest)
  return place === null || one.group?.number === place ? one : found<Contest>(null)
}

/** Path of the participant list. */
export const participantsHref = (place: Place, number: number): string =>
  `${base(place)}/${number}/participants`

/** Path of the form of a new problem for a contest of this type. */
export const newProblemHref = (place: Place, number: number, type: (typeof TYPES)[number]): string =>
  `${base(place)}/${number}/problem/create${type === 'OI' ? '?type=OI' : ''}`

export const editProblemHref = (place: Place, number: number, problem: number): string =>
  place === null ? `/admin/contest/${number}/problem/${problem}/edit` : editHrefOfProblem(place, problem)

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The first unused letter of a contest; '' when all are taken. */
export const nextLabel = (taken: readonly string[]): string =>
  [...LETTERS].find((letter) => !taken.some((label) => label.toUpperCase() === letter)) ?? ''
