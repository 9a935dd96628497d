/** Address of the members of a group: filters and page of the members, and which applications are shown. */
import type { GroupMembersPageQuery } from '../../../__generated__/GroupMembersPageQuery.graphql.ts'
import { listAddress, oneOf, type Parameter, text } from '../../../relay/list/listAddress.ts'
import { groupHref, groupNumber } from '../addresses.ts'

export const STANDINGS = ['ROOT', 'ADMIN', 'MEMBER'] as const

const REFUSED = ['REFUSED'] as const

/** Applications shown at first, and added by each "show more". */
export const APPLICATIONS = 10
/** The server returns at most so many rows. */
const MOST_APPLICATIONS = 100

/** Number of applications shown. */
const shown: Parameter<number> = {
  key: 'applications',
  read(search) {
    const number = Math.trunc(Number(search.get('applications')))
    return number > APPLICATIONS ? Math.min(number, MOST_APPLICATIONS) : APPLICATIONS
  },
  write: (value) => (value === APPLICATIONS ? '' : String(value)),
}

const addressOf = (number: number) =>
  listAddress(
    groupHref(number, 'member'),
    {
      keyword: text('keyword', 100),
      standing: oneOf('standing', STANDINGS),
      /** Refused applications instead of waiting ones. */
      answer: oneOf('answer', REFUSED),
      shown,
    },
    { size: 10 },
  )

export function memberList(number: number) {
  const address = addressOf(number)
  return {
    ...address,
    isFiltered: ({ keyword, standing }: Pick<MemberList, 'keyword' | 'standing'>) =>
      keyword !== '' || standing !== null,
  }
}

export type MemberList = ReturnType<ReturnType<typeof addressOf>['read']>

/** Whether more applications can be shown than now. */
export const hasMore = ({ shown }: MemberList, total: number): boolean =>
  total > shown && shown < MOST_APPLICATIONS

/** Variables of the query; absent keys are left out, so that equal lists have equal variables. */
export function membersVariables(
  param: (name: string) => string,
  search: URLSearchParams,
): GroupMembersPageQuery['variables'] {
  const number = groupNumber(param)
  const address = memberList(number)
  const list = address.read(search)
  const { keyword, standing, answer, shown } = list
  return {
    number,
    filter: { ...(keyword && { keyword }), ...(standing && { standing }) },
    ...address.rows(list),
    answer: answer ?? 'APPLIED',
    shown,
  }
}
