import query, { type ContestNoticesQuery } from '../../../__generated__/ContestNoticesQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { contestNumber } from '../contestNumber.ts'
import { ContestNotices } from './ContestNotices.tsx'

export default {
  query,
  variables: (param) => ({ number: contestNumber(param) }),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestNotices,
  skeleton: <SkeletonRows rows={5} height={72} />,
} satisfies PageEntry<ContestNoticesQuery>
