import query, { type TrainingEditPageQuery } from '../../../../__generated__/TrainingEditPageQuery.graphql.ts'
import { FormSkeleton } from '../../../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { idOf } from '../managedTrainings.ts'
import { TrainingEditPage } from './TrainingEditPage.tsx'

export default {
  title: (t) => t('trainingAdmin:edit'),
  query,
  variables: (param) => ({ id: idOf(param('trainingID')) }),
  absent: (t) => t('trainingAdmin:absent'),
  component: TrainingEditPage,
  skeleton: <FormSkeleton cards={3} />,
} satisfies PageEntry<TrainingEditPageQuery>
