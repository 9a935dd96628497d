import type { RouteObject } from 'react-router-dom'
import type { RejudgingPageQuery } from '../../__generated__/RejudgingPageQuery.graphql.ts'
import ListQuery, {
  type SubmissionListPageQuery,
} from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import DetailQuery, { type SubmissionPageQuery } from '../../__generated__/SubmissionPageQuery.graphql.ts'
import { requireLogin } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'
import { RejudgingSkeleton } from './RejudgingFrame.tsx'
import { rejudgingVariables } from './rejudgingView.ts'
import { SubmissionSkeleton } from './SubmissionFrame.tsx'
import { SubmissionListSkeleton } from './SubmissionListFrame.tsx'
import { submissionListVariables } from './submissionList.ts'

export const submissionRoutes: RouteObject[] = [
  page<SubmissionListPageQuery>({
    path: 'status',
    title: (t) => t('submission:list.title'),
    query: ListQuery,
    variables: (_, search) => submissionListVariables(search),
    component: () => import('./SubmissionListPage.tsx'),
    skeleton: <SubmissionListSkeleton />,
  }),
  page<SubmissionPageQuery>({
    path: 'submission-detail/:submitID',
    query: DetailQuery,
    // What is no number is no submission either: the server says so.
    variables: (param) => ({ number: Number.parseInt(param('submitID'), 10) || 0 }),
    component: () => import('./SubmissionPage.tsx'),
    skeleton: <SubmissionSkeleton />,
  }),
  page<RejudgingPageQuery>({
    path: 'rejudging/:rejudgingID',
    query: () => import('../../__generated__/RejudgingPageQuery.graphql.ts'),
    variables: (param, search) => rejudgingVariables(Number.parseInt(param('rejudgingID'), 10) || 0, search),
    component: () => import('./RejudgingPage.tsx'),
    skeleton: <RejudgingSkeleton />,
    guard: requireLogin,
  }),
]
