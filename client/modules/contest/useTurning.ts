import { useEffect } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { useTurning_contests$key } from '../../__generated__/useTurning_contests.graphql.ts'
import { useReadAgain } from '../../relay/useReadAgain.ts'
import { useNow } from '../../ui/Time.tsx'
import { phaseAt } from './contestClock.ts'

/** A list that says of a contest what it was before its turn is read again after so long (ms). */
const AGAIN = 5000

/** Reads a list of contests again when one of them begins or ends, since it then stands elsewhere in the list. */
export function useTurning(props: useTurning_contests$key) {
  const contests = useFragment(
    graphql`
      fragment useTurning_contests on Contest @relay(plural: true) {
        number
        status
        startsAt
        freezesAt
        endsAt
        thawsAt
      }
    `,
    props,
  )
  const readAgain = useReadAgain()
  const now = useNow()
  const turned = contests
    .filter((contest) => phaseAt(contest, now).status !== contest.status)
    .map(({ number }) => number)
    .join(' ')
  useEffect(() => {
    if (!turned) return
    readAgain()
    // The server may turn a moment later than the clock here, and a reading may fail.
    const again = setInterval(readAgain, AGAIN)
    return () => clearInterval(again)
  }, [turned, readAgain])
}
