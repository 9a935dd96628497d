import query, { type NoticeCreatePageQuery } from '../../__generated__/NoticeCreatePageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { NoticeCreatePage } from './NoticeCreatePage.tsx'

export default {
  title: (t) => t('notice:create'),
  query,
  component: NoticeCreatePage,
  skeleton: <FormSkeleton cards={2} />,
} satisfies PageEntry<NoticeCreatePageQuery>
