import query, { type MatrixPageQuery } from '../../../__generated__/MatrixPageQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { trainingNumber } from '../addresses.ts'
import { MatrixPage } from './MatrixPage.tsx'

export default {
  query,
  variables: (param) => ({ number: trainingNumber(param) }),
  absent: (t, param) => t('training:absent', { id: param('trainingID') }),
  component: MatrixPage,
  skeleton: <SkeletonRows rows={14} height={46} />,
} satisfies PageEntry<MatrixPageQuery>
