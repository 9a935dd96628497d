import query, {
  type ManagedGroupProblemsPageQuery,
} from '../../../__generated__/ManagedGroupProblemsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { placeIn } from '../../group/place.ts'
import { groupProblemsVariables } from './groupProblems.ts'
import { ManagedGroupProblemsPage } from './ManagedGroupProblemsPage.tsx'

export default {
  title: (t) => t('problemAdmin:manage'),
  query,
  variables: (param, search) => groupProblemsVariables(placeIn(param) ?? 0, search),
  component: ManagedGroupProblemsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ManagedGroupProblemsPageQuery>
