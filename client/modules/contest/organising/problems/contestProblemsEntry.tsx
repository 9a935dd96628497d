import query, {
  type ContestProblemsPageQuery,
} from '../../../../__generated__/ContestProblemsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { idOf } from '../managedContests.ts'
import { ContestProblemsPage } from './ContestProblemsPage.tsx'

export default {
  title: (t) => t('organising:problems.title'),
  query,
  variables: (param) => ({ id: idOf(param('contestID')) }),
  absent: (t) => t('organising:absent'),
  component: ContestProblemsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ContestProblemsPageQuery>
