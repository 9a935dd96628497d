import query, { type AdminLayoutQuery } from '../../__generated__/AdminLayoutQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { AdminLayout } from './AdminLayout.tsx'
import { AdminSkeleton } from './AdminSkeleton.tsx'

export default {
  title: (t) => t('admin:menu'),
  query,
  component: AdminLayout,
  skeleton: <AdminSkeleton />,
  marks: { framed: true },
} satisfies PageEntry<AdminLayoutQuery>
