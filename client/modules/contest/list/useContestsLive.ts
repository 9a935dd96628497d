import { useEffect, useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { useContestsLive_contests$key } from '../../../__generated__/useContestsLive_contests.graphql.ts'
import type { useContestsLiveSubscription } from '../../../__generated__/useContestsLiveSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useReadAgain } from '../../../relay/useReadAgain.ts'

/** What decides where a contest stands in a list. */
const placeOf = ({ status, startsAt, endsAt }: { status: string; startsAt: string; endsAt: string }) =>
  `${status} ${startsAt} ${endsAt}`

/** The place of a contest that is not listed. */
const NONE = ''

/**
 * Keeps a list of contests live: rows change by themselves, and the list is read again when a contest comes, leaves, or
 * stands elsewhere because it began, ended or was moved.
 */
export function useContestsLive(props: useContestsLive_contests$key) {
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
  /** By id, of all contests that are shown or were heard of: a page need not be read again for those it does not show. */
  const places = useRef(new Map<string, string>())
  const shown = contests.map((contest) => `${contest.id} ${placeOf(contest)}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says what the contests are
  useEffect(() => {
    for (const contest of contests) places.current.set(contest.id, placeOf(contest))
  }, [shown])
  useLive<useContestsLiveSubscription>(
    graphql`
      subscription useContestsLiveSubscription {
        contestsChanged {
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
    {},
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
