import { graphql, usePreloadedQuery } from 'react-relay'
import type { DashboardPageJudgingSubscription } from '../../__generated__/DashboardPageJudgingSubscription.graphql.ts'
import type { DashboardPageQuery } from '../../__generated__/DashboardPageQuery.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { useConnection } from '../../relay/list/connection.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { HostList } from '../judging/HostList.tsx'
import { QueueLanes } from '../judging/QueueLanes.tsx'
import { DeviceList } from '../user/DeviceList.tsx'
import { DashboardFigures } from './DashboardFigures.tsx'
import { DashboardFrame } from './DashboardFrame.tsx'
import { DashboardServer } from './DashboardServer.tsx'

/** Dashboard for staff: figures, queue, judge hosts and the viewer's logins. */
export function DashboardPage({ queryRef }: PageProps<DashboardPageQuery>) {
  const connection = useConnection()
  const { dashboard, judging } = usePreloadedQuery<DashboardPageQuery>(
    graphql`
      query DashboardPageQuery {
        dashboard {
          ...DashboardFigures_dashboard
          ...DashboardServer_dashboard
        }
        judging {
          ...QueueLanes_judging
          ...HostList_judging
        }
      }
    `,
    queryRef,
  )
  useLive<DashboardPageJudgingSubscription>(
    graphql`
      subscription DashboardPageJudgingSubscription {
        judgingChanged {
          ...QueueLanes_judging
          ...HostList_judging
        }
      }
    `,
    {},
  )
  return (
    <DashboardFrame
      note={<LiveMark state={connection} />}
      figures={dashboard && <DashboardFigures dashboard={dashboard} />}
      queue={<QueueLanes judging={judging} />}
      server={dashboard && <DashboardServer dashboard={dashboard} />}
      hosts={<HostList judging={judging} />}
      logins={
        <Section skeleton={<SkeletonRows rows={2} height={64} />}>
          {(attempt) => <DeviceList attempt={attempt} />}
        </Section>
      }
    />
  )
}
