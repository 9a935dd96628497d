import query, {
  type ContestSubmissionsQuery,
} from '../../../__generated__/ContestSubmissionsQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { contestNumber } from '../contestNumber.ts'
import { ContestSubmissions } from './ContestSubmissions.tsx'
import { contestSubmissionVariables } from './contestSubmissionList.ts'

export default {
  query,
  variables: (param, search) => contestSubmissionVariables(contestNumber(param), search),
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestSubmissions,
  skeleton: <SkeletonRows rows={15} />,
} satisfies PageEntry<ContestSubmissionsQuery>
