import query, { type JudgingPageQuery } from '../../__generated__/JudgingPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { JudgingSkeleton } from './JudgingFrame.tsx'
import { JudgingPage } from './JudgingPage.tsx'

export default {
  title: (t) => t('judging:title'),
  query,
  component: JudgingPage,
  skeleton: <JudgingSkeleton />,
} satisfies PageEntry<JudgingPageQuery>
