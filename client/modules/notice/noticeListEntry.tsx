import query, { type NoticeListPageQuery } from '../../__generated__/NoticeListPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { NoticeListPage } from './NoticeListPage.tsx'
import { noticeListVariables } from './noticeList.ts'

export default {
  title: (t) => t('admin:page.SITE_NOTICES'),
  query,
  variables: (_, search) => noticeListVariables(search),
  component: NoticeListPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<NoticeListPageQuery>
