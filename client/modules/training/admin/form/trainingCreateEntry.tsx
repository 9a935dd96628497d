import query, {
  type TrainingCreatePageQuery,
} from '../../../../__generated__/TrainingCreatePageQuery.graphql.ts'
import { FormSkeleton } from '../../../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { TrainingCreatePage } from './TrainingCreatePage.tsx'

export default {
  title: (t) => t('trainingAdmin:create'),
  query,
  component: TrainingCreatePage,
  skeleton: <FormSkeleton cards={3} />,
} satisfies PageEntry<TrainingCreatePageQuery>
