import query, { type TrainingFrameQuery } from '../../__generated__/TrainingFrameQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { trainingNumber } from './addresses.ts'
import { TrainingFrame, TrainingFrameSkeleton } from './TrainingFrame.tsx'

export default {
  title: (t) => t('training:title'),
  query,
  variables: (param) => ({ number: trainingNumber(param) }),
  absent: (t, param) => t('training:absent', { id: param('trainingID') }),
  component: TrainingFrame,
  skeleton: <TrainingFrameSkeleton />,
  // Changing tabs does not reload the frame.
  shouldRevalidate: ({ currentUrl, nextUrl, currentParams, nextParams }) =>
    currentUrl.href === nextUrl.href || currentParams.trainingID !== nextParams.trainingID,
} satisfies PageEntry<TrainingFrameQuery>
