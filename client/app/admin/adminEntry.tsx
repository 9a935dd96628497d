import query, { type AdminLayoutQuery } from '../../__generated__/AdminLayoutQuery.graphql.ts'
import type { PageEntry } from '../../relay/page.tsx'
import { AdminLayout } from './AdminLayout.tsx'

export default {
  title: (t) => t('admin:menu'),
  query,
  component: AdminLayout,
  marks: { framed: true },
} satisfies PageEntry<AdminLayoutQuery>
