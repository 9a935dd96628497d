import { graphql } from 'react-relay'
import type { RecentProblemsLiveQuery } from '../../__generated__/RecentProblemsLiveQuery.graphql.ts'
import type { RecentProblemsLiveSubscription } from '../../__generated__/RecentProblemsLiveSubscription.graphql.ts'
import { useFetchAgain } from '../../relay/query/useFetchAgain.ts'
import { useLive } from '../../relay/useLive.ts'
import { useSpread } from '../../relay/useReadAgain.ts'

/** Longest delay (ms) before the problems are loaded again; many have the home page open. */
const WITHIN = 5_000

/** Loads the last changed problems again when problems are published, edited or hidden. */
export function RecentProblemsLive() {
  const load = useFetchAgain<RecentProblemsLiveQuery>(
    graphql`
      query RecentProblemsLiveQuery {
        site {
          ...RecentProblems_site
        }
      }
    `,
    {},
  )
  const loadSoon = useSpread(load, WITHIN)
  useLive<RecentProblemsLiveSubscription>(
    graphql`
      subscription RecentProblemsLiveSubscription {
        problemsChanged {
          change
        }
      }
    `,
    {},
    { onEvent: loadSoon },
  )
  return null
}
