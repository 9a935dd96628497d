import query, { type AuditPageQuery } from '../../__generated__/AuditPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { AuditPage } from './AuditPage.tsx'
import { auditListVariables } from './auditList.ts'

export default {
  title: (t) => t('admin:page.AUDIT'),
  query,
  variables: (_, search) => auditListVariables(search),
  component: AuditPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<AuditPageQuery>
