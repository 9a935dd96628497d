import query, { type TrainingListPageQuery } from '../../../__generated__/TrainingListPageQuery.graphql.ts'
import type { PageAsk } from '../../../relay/page.tsx'
import { trainingListVariables } from './trainingList.ts'

export default {
  query,
  variables: (_, search) => trainingListVariables(null, search),
} satisfies PageAsk<TrainingListPageQuery>
