import query, {
  type ManagedTrainingsPageQuery,
} from '../../../__generated__/ManagedTrainingsPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../relay/page.tsx'
import { placeIn } from '../../group/place.ts'
import { ManagedTrainingsPage } from './ManagedTrainingsPage.tsx'
import { managedTrainingsVariables } from './managedTrainings.ts'

export default {
  title: (t) => t('admin:page.TRAININGS'),
  query,
  variables: (param, search) => managedTrainingsVariables(placeIn(param), search),
  component: ManagedTrainingsPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<ManagedTrainingsPageQuery>
