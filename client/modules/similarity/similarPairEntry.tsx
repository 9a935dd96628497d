import query, { type SimilarPairPageQuery } from '../../__generated__/SimilarPairPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { trainingNumber } from '../training/addresses.ts'
import { SimilarPairPage } from './SimilarPairPage.tsx'

export default {
  title: (t) => t('similarity:pairTitle'),
  query,
  variables: (param) => ({
    training: trainingNumber(param),
    number: Number.parseInt(param('pairID'), 10) || 0,
  }),
  absent: (t) => t('similarity:pairAbsent'),
  component: SimilarPairPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<SimilarPairPageQuery>
