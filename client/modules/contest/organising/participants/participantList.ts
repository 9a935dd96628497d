/** Address of the participant list of a contest. */
import type { ParticipantsPageQuery } from '../../../../__generated__/ParticipantsPageQuery.graphql.ts'
import { flag, listAddress, text } from '../../../../relay/list/listAddress.ts'
import type { Place } from '../../../group/place.ts'
import { idOf, participantsHref } from '../managedContests.ts'

export const participantList = (place: Place, number: number) =>
  listAddress(
    participantsHref(place, number),
    { keyword: text('keyword', 100), disqualified: flag('disqualified') },
    { size: 30 },
  )

export function participantVariables(
  place: Place,
  number: string,
  search: URLSearchParams,
): ParticipantsPageQuery['variables'] {
  const address = participantList(place, Number(number))
  const list = address.read(search)
  const { keyword, disqualified } = list
  return {
    id: idOf(number),
    keyword: keyword || null,
    disqualified: disqualified || null,
    ...address.rows(list),
  }
}
