import query, {
  type ManagedContestsPageQuery,
} from '../../../__generated__/ManagedContestsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { placeIn } from '../../group/place.ts'
import { ManagedContestsPage } from './ManagedContestsPage.tsx'
import { managedContestsVariables } from './managedContests.ts'

export default {
  title: (t) => t('admin:page.CONTESTS'),
  query,
  variables: (param, search) => managedContestsVariables(placeIn(param), search),
  component: ManagedContestsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ManagedContestsPageQuery>
