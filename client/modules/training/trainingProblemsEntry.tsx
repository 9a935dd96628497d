import query, { type TrainingProblemsQuery } from '../../__generated__/TrainingProblemsQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { trainingNumber } from './addresses.ts'
import { TrainingProblems } from './TrainingProblems.tsx'
import { TrainingTabSkeleton } from './TrainingTabSkeleton.tsx'

export default {
  query,
  variables: (param) => ({ number: trainingNumber(param) }),
  absent: (t, param) => t('training:absent', { id: param('trainingID') }),
  component: TrainingProblems,
  skeleton: <TrainingTabSkeleton />,
} satisfies PageEntry<TrainingProblemsQuery>
