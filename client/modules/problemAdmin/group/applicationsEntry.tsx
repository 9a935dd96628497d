import query, { type ApplicationsPageQuery } from '../../../__generated__/ApplicationsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { ApplicationsPage } from './ApplicationsPage.tsx'
import { applicationListVariables } from './applicationList.ts'

export default {
  title: (t) => t('admin:page.PROBLEM_APPLICATIONS'),
  query,
  variables: (_, search) => applicationListVariables(search),
  component: ApplicationsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ApplicationsPageQuery>
