import query, {
  type SystemNoticeEditPageQuery,
} from '../../__generated__/SystemNoticeEditPageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { SystemNoticeEditPage } from './SystemNoticeEditPage.tsx'

export default {
  title: (t) => t('systemNotice:edit'),
  query,
  variables: (param) => ({ id: param('systemNoticeID') }),
  absent: (t) => t('systemNotice:absent'),
  component: SystemNoticeEditPage,
  skeleton: <FormSkeleton cards={2} />,
} satisfies PageEntry<SystemNoticeEditPageQuery>
