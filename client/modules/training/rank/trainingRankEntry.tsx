import query, { type TrainingRankPageQuery } from '../../../__generated__/TrainingRankPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { trainingNumber } from '../addresses.ts'
import { TrainingRankPage } from './TrainingRankPage.tsx'
import { trainingRankVariables } from './trainingRank.ts'

export default {
  query,
  variables: (param, search) => trainingRankVariables(trainingNumber(param), search),
  absent: (t, param) => t('training:absent', { id: param('trainingID') }),
  component: TrainingRankPage,
  skeleton: <SkeletonRows rows={12} height={46} />,
} satisfies PageEntry<TrainingRankPageQuery>
