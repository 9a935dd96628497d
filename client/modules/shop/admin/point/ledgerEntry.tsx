import query, { type LedgerPageQuery } from '../../../../__generated__/LedgerPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { ledgerVariables } from '../../addresses.ts'
import { LedgerPage } from './LedgerPage.tsx'

export default {
  title: (t) => t('admin:page.POINTS'),
  query,
  variables: (_, search) => ledgerVariables(search),
  component: LedgerPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<LedgerPageQuery>
