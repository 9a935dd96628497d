import query, { type SimilarityPageQuery } from '../../__generated__/SimilarityPageQuery.graphql.ts'
import { AdminListSkeleton } from '../../app/admin/AdminListSkeleton.tsx'
import type { PageEntry } from '../../relay/page.tsx'
import { placeIn } from '../group/place.ts'
import { trainingNumber } from '../training/addresses.ts'
import { similarPairs } from './addresses.ts'
import { SimilarityPage } from './SimilarityPage.tsx'

export default {
  title: (t) => t('similarity:title'),
  query,
  variables: (param, search) => {
    const number = trainingNumber(param)
    const address = similarPairs(placeIn(param), number)
    const list = address.read(search)
    return { number, unrelated: list.unrelated, ...address.rows(list) }
  },
  absent: (t) => t('similarity:absent'),
  component: SimilarityPage,
  skeleton: <AdminListSkeleton />,
} satisfies PageEntry<SimilarityPageQuery>
