import type { RouteObject } from 'react-router-dom'
import ListQuery, {
  type SubmissionListPageQuery,
} from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import DetailQuery, { type SubmissionPageQuery } from '../../__generated__/SubmissionPageQuery.graphql.ts'
import { requireLoginFor } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'
import { SubmissionSkeleton } from './SubmissionFrame.tsx'
import { SubmissionListSkeleton } from './SubmissionListFrame.tsx'
import { readSubmissionList, submissionListVariables } from './submissionList.ts'

export const submissionRoutes: RouteObject[] = [
  page<SubmissionListPageQuery>({
    path: 'status',
    title: (t, search) =>
      t(readSubmissionList(search).mine ? 'submission:list.titleMine' : 'submission:list.title'),
    query: ListQuery,
    variables: (_, search) => submissionListVariables(search),
    component: () => import('./SubmissionListPage.tsx'),
    skeleton: <SubmissionListSkeleton />,
    guard: requireLoginFor('onlyMine', (value) => value === 'true'),
  }),
  page<SubmissionPageQuery>({
    path: 'submission-detail/:submitID',
    query: DetailQuery,
    // What is no number is no submission either: the server says so.
    variables: (param) => ({ number: Number.parseInt(param('submitID'), 10) || 0 }),
    absent: (t, param) => t('app:error.noSubmission', { id: param('submitID') }),
    component: () => import('./SubmissionPage.tsx'),
    skeleton: <SubmissionSkeleton />,
  }),
]
