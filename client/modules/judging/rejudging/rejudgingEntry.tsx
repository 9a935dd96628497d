import query, { type RejudgingPageQuery } from '../../../__generated__/RejudgingPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { RejudgingSkeleton } from './RejudgingFrame.tsx'
import { RejudgingPage } from './RejudgingPage.tsx'
import { rejudgingVariables } from './rejudgingView.ts'

export default {
  query,
  variables: (param, search) => rejudgingVariables(Number.parseInt(param('rejudgingID'), 10) || 0, search),
  absent: (t, param) => t('app:error.noRejudging', { id: param('rejudgingID') }),
  component: RejudgingPage,
  skeleton: <RejudgingSkeleton />,
} satisfies PageEntry<RejudgingPageQuery>
