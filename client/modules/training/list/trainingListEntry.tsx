import type { TrainingListPageQuery } from '../../../__generated__/TrainingListPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { ListSkeleton } from '../../../ui/layout/ListFrame.tsx'
import { TrainingListPage } from './TrainingListPage.tsx'
import ask from './trainingListAsk.ts'

export default {
  title: (t) => t('training:list.title'),
  ...ask,
  component: TrainingListPage,
  skeleton: <ListSkeleton />,
} satisfies PageEntry<TrainingListPageQuery>
