import { useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { useContestLive_contest$key } from '../../__generated__/useContestLive_contest.graphql.ts'
import type { useContestLiveSubscription } from '../../__generated__/useContestLiveSubscription.graphql.ts'
import { useLive } from '../../relay/useLive.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'

/** All viewers reload spread over this time (ms) when the contest starts or ends, which nobody should wait for. */
const WITHIN = 800

/**
 * Keeps an open contest page live: times and status update in place; what they open or close to the viewer,
 * and changes of organisers, are reloaded.
 */
export function useContestLive(props: useContestLive_contest$key) {
  const contest = useFragment(
    graphql`
      fragment useContestLive_contest on Contest {
        id
        status
        version
        thawsAt
        problemsChangedAt
      }
    `,
    props,
  )
  const readAgain = useReadAgain(WITHIN)
  const readProblemsAgain = useReadAgain()
  const known = useRef(contest)
  if (known.current.id !== contest.id) known.current = contest

  useLive<useContestLiveSubscription>(
    graphql`
      subscription useContestLiveSubscription($id: ID!) {
        contestChanged(id: $id) {
          id
          status
          version
          title
          description
          startsAt
          freezesAt
          endsAt
          thawsAt
          problemsChangedAt
          participantCount
        }
      }
    `,
    { id: contest.id },
    {
      onEvent: ({ contestChanged: now }) => {
        const before = known.current
        known.current = { ...before, ...now }
        const isSame =
          before.status === now.status && before.version === now.version && before.thawsAt === now.thawsAt
        if (!isSame) readAgain()
        else if (before.problemsChangedAt !== now.problemsChangedAt) readProblemsAgain()
      },
    },
  )
}
