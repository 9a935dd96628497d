import query, { type NoticeEditPageQuery } from '../../__generated__/NoticeEditPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { NoticeEditPage } from './NoticeEditPage.tsx'

export default {
  title: (t) => t('notice:edit'),
  query,
  variables: (param) => ({ id: param('noticeID') }),
  absent: (t) => t('notice:absent'),
  component: NoticeEditPage,
  skeleton: <FormSkeleton cards={2} />,
} satisfies PageEntry<NoticeEditPageQuery>
