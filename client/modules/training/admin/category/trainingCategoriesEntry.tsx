import query, {
  type TrainingCategoriesPageQuery,
} from '../../../../__generated__/TrainingCategoriesPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { TrainingCategoriesPage } from './TrainingCategoriesPage.tsx'

export default {
  title: (t) => t('admin:page.TRAINING_CATEGORIES'),
  query,
  component: TrainingCategoriesPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<TrainingCategoriesPageQuery>
