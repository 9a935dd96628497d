import query, {
  type ContestNoticesPageQuery,
} from '../../../__generated__/ContestNoticesPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { ContestNoticesPage } from './ContestNoticesPage.tsx'
import { idOf } from './managedContests.ts'

export default {
  title: (t) => t('organising:notices.title'),
  query,
  variables: (param) => ({ id: idOf(param('contestID')) }),
  absent: (t) => t('organising:absent'),
  component: ContestNoticesPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ContestNoticesPageQuery>
