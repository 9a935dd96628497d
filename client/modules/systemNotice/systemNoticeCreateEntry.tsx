import query, {
  type SystemNoticeCreatePageQuery,
} from '../../__generated__/SystemNoticeCreatePageQuery.graphql.ts'
import { FormSkeleton } from '../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { SystemNoticeCreatePage } from './SystemNoticeCreatePage.tsx'

export default {
  title: (t) => t('systemNotice:create'),
  query,
  component: SystemNoticeCreatePage,
  skeleton: <FormSkeleton cards={2} />,
} satisfies PageEntry<SystemNoticeCreatePageQuery>
