import query, { type AccountListPageQuery } from '../../__generated__/AccountListPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { AccountListPage } from './AccountListPage.tsx'
import { accountListVariables } from './accountList.ts'

export default {
  title: (t) => t('admin:page.USERS'),
  query,
  variables: (_, search) => accountListVariables(search),
  component: AccountListPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<AccountListPageQuery>
