import query, { type BankPageQuery } from '../../__generated__/BankPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { BankPage } from './BankPage.tsx'

export default {
  title: (t) => t('admin:page.BANKS'),
  query,
  component: BankPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<BankPageQuery>
