import type { RouteObject } from 'react-router-dom'
import ListQuery, {
  type SubmissionListPageQuery,
} from '../../__generated__/SubmissionListPageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
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
]
