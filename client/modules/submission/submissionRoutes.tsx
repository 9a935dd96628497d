import type { RouteObject } from 'react-router-dom'
import type { RejudgingPageQuery } from '../../__generated__/RejudgingPageQuery.graphql.ts'
import ListQuery, {
  type SubmissionListPageQuery,
} from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import DetailQuery, { type SubmissionPageQuery } from '../../__generated__/SubmissionPageQuery.graphql.ts'
import { requireLogin, requireLoginFor } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'
import { RejudgingSkeleton } from './RejudgingFrame.tsx'
import { rejudgingVariables } from './rejudgingView.ts'
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
  page<RejudgingPageQuery>({
    path: 'rejudging/:rejudgingID',
    query: () => import('../../__generated__/RejudgingPageQuery.graphql.ts'),
    variables: (param, search) => rejudgingVariables(Number.parseInt(param('rejudgingID'), 10) || 0, search),
    absent: (t, param) => t('app:error.noRejudging', { id: param('rejudgingID') }),
    component: () => import('./RejudgingPage.tsx'),
    skeleton: <RejudgingSkeleton />,
    guard: requireLogin,
  }),
]
