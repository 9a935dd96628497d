import query, { type TrainingOverviewQuery } from '../../__generated__/TrainingOverviewQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { trainingNumber } from './addresses.ts'
import { TrainingOverview } from './TrainingOverview.tsx'
import { TrainingTabSkeleton } from './TrainingTabSkeleton.tsx'

export default {
  query,
  variables: (param) => ({ number: trainingNumber(param) }),
  absent: (t, param) => t('training:absent', { id: param('trainingID') }),
  component: TrainingOverview,
  skeleton: <TrainingTabSkeleton />,
} satisfies PageEntry<TrainingOverviewQuery>
