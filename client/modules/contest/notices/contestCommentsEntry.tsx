import query, { type ContestCommentsQuery } from '../../../__generated__/ContestCommentsQuery.graphql.ts'
import type { PageEntry } from '../../../relay/page.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { contestNumber } from '../contestNumber.ts'
import { ContestComments } from './ContestComments.tsx'
import { contestCommentList } from './contestCommentList.ts'

export default {
  query,
  variables: (param, search) => {
    const number = contestNumber(param)
    const address = contestCommentList(number)
    return { number, ...address.rows(address.read(search)) }
  },
  absent: (t, param) => t('contest:absent', { id: param('contestID') }),
  component: ContestComments,
  skeleton: <SkeletonRows rows={6} height={96} />,
} satisfies PageEntry<ContestCommentsQuery>
