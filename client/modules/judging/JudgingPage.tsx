import { graphql, usePreloadedQuery } from 'react-relay'
import type { JudgingPageQuery } from '../../__generated__/JudgingPageQuery.graphql.ts'
import type { JudgingPageSubscription } from '../../__generated__/JudgingPageSubscription.graphql.ts'
import { useConnection } from '../../relay/list/connection.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { HostList } from './HostList.tsx'
import { JudgingFrame } from './JudgingFrame.tsx'
import { LastHour } from './LastHour.tsx'
import { QueueLanes } from './QueueLanes.tsx'

/** Judging status: the queue, its speed and the judge hosts. */
export function JudgingPage({ queryRef }: PageProps<JudgingPageQuery>) {
  const connection = useConnection()
  const { judging } = usePreloadedQuery<JudgingPageQuery>(
    graphql`
      query JudgingPageQuery {
        judging {
          isDiskFull
          ...QueueLanes_judging
          ...LastHour_judging
          ...HostList_judging
        }
      }
    `,
    queryRef,
  )
  useLive<JudgingPageSubscription>(
    graphql`
      subscription JudgingPageSubscription {
        judgingChanged {
          isDiskFull
          ...QueueLanes_judging
          ...LastHour_judging
          ...HostList_judging
        }
      }
    `,
    {},
  )
  return (
    <JudgingFrame
      aside={<LiveMark state={connection} />}
      isDiskFull={judging.isDiskFull}
      queue={<QueueLanes judging={judging} />}
      hour={<LastHour judging={judging} />}
      hosts={<HostList judging={judging} />}
    />
  )
}
