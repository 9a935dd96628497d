import query, { type DashboardPageQuery } from '../../__generated__/DashboardPageQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { DashboardSkeleton } from './DashboardFrame.tsx'
import { DashboardPage } from './DashboardPage.tsx'

export default {
  title: (t) => t('admin:page.DASHBOARD'),
  query,
  component: DashboardPage,
  skeleton: <DashboardSkeleton />,
} satisfies PageEntry<DashboardPageQuery>
