import { useEffect, useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { useContestsLive_contests$key } from '../../../__generated__/useContestsLive_contests.graphql.ts'
import type { useContestsLiveSubscription } from '../../../__generated__/useContestsLiveSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'

/** Sort key of a contest: the list is stale when it changes. */
const placeOf = ({ status, startsAt, endsAt }: { status: string; startsAt: string; endsAt: string }) =>
  `${status} ${startsAt} ${endsAt}`

/** Sort key of a contest that is not listed. */
const NONE = ''

/**
 * Keeps a list of contests of the site or a group live: rows update in place, and the list is reloaded when a contest is added,
 * removed, starts, ends or is rescheduled.
 */
export function useContestsLive(props: useContestsLive_contests$key, groupId: string | null = null) {
  const contests = useFragment(
    graphql`
      fragment useContestsLive_contests on Contest @relay(plural: true) {
        id
        status
        startsAt
        endsAt
      }
    `,
    props,
  )
  const readAgain = useReadAgain()
  /**
   * Sort keys by id of all contests shown or reported: a contest on another page causes one reload, not one
   * per event.
   */
  const places = useRef(new Map<string, string>())
  const shown = contests.map((contest) => `${contest.id} ${placeOf(contest)}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is the content of `contests`
  useEffect(() => {
    for (const contest of contests) places.current.set(contest.id, placeOf(contest))
  }, [shown])
  useLive<useContestsLiveSubscription>(
    graphql`
      subscription useContestsLiveSubscription($groupId: ID) {
        contestsChanged(groupId: $groupId) {
          change
          rowId
          contest {
            id
            title
            access
            status
            startsAt
            freezesAt
            endsAt
            thawsAt
            takesLate
            boardIsOpen
            participantCount
          }
        }
      }
    `,
    groupId ? { groupId } : {},
    {
      onEvent: ({ contestsChanged: { rowId, contest } }) => {
        const place = contest ? placeOf(contest) : NONE
        if (rowId && places.current.get(rowId) === place) return
        if (rowId) places.current.set(rowId, place)
        readAgain()
      },
    },
  )
}
