import query, {
  type TrainingCreatePageQuery,
} from '../../../../__generated__/TrainingCreatePageQuery.graphql.ts'
import { FormSkeleton } from '../../../../app/admin/FormSkeleton.tsx'
import type { PageEntry } from '../../../../relay/page.tsx'
import { placeIn } from '../../../group/place.ts'
import { TrainingCreatePage } from './TrainingCreatePage.tsx'

export default {
  title: (t) => t('trainingAdmin:create'),
  query,
  variables: (param) => {
    const place = placeIn(param)
    return { group: place ?? 0, isInGroup: place !== null }
  },
  absent: (t) => t('trainingAdmin:createAbsent'),
  component: TrainingCreatePage,
  skeleton: <FormSkeleton cards={3} />,
} satisfies PageEntry<TrainingCreatePageQuery>
