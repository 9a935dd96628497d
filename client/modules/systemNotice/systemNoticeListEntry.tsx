import query, {
  type SystemNoticeListPageQuery,
} from '../../__generated__/SystemNoticeListPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { SystemNoticeListPage } from './SystemNoticeListPage.tsx'
import { systemNoticeListVariables } from './systemNoticeList.ts'

export default {
  title: (t) => t('admin:page.SYSTEM_NOTICES'),
  query,
  variables: (_, search) => systemNoticeListVariables(search),
  component: SystemNoticeListPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<SystemNoticeListPageQuery>
