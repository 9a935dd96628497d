/** Address of the participant list of a contest. */
import type { ParticipantsPageQuery } from '../../../../__generated__/ParticipantsPageQuery.graphql.ts'
import { flag, listAddress, text } from '../../../../relay/list/listAddress.ts'
import { idOf, participantsHref } from '../managedContests.ts'

export const participantList = (number: number) =>
  listAddress(
    participantsHref(number),
    { keyword: text('keyword', 100), disqualified: flag('disqualified') },
    { size: 30 },
  )

export function participantVariables(
  number: string,
  search: URLSearchParams,
): ParticipantsPageQuery['variables'] {
  const address = participantList(Number(number))
  const list = address.read(search)
  const { keyword, disqualified } = list
  return {
    id: idOf(number),
    keyword: keyword || null,
    disqualified: disqualified || null,
    ...address.rows(list),
  }
}
