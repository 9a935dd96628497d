import type { RouteObject } from 'react-router-dom'
import type { JudgingPageQuery } from '../../__generated__/JudgingPageQuery.graphql.ts'
import type { RejudgingPageQuery } from '../../__generated__/RejudgingPageQuery.graphql.ts'
import { requireLogin } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'
import { JudgingSkeleton } from './JudgingFrame.tsx'
import { RejudgingSkeleton } from './RejudgingFrame.tsx'
import { rejudgingVariables } from './rejudgingView.ts'

export const judgingRoutes: RouteObject[] = [
  page<JudgingPageQuery>({
    path: 'judging',
    title: (t) => t('judging:title'),
    query: () => import('../../__generated__/JudgingPageQuery.graphql.ts'),
    component: () => import('./JudgingPage.tsx'),
    skeleton: <JudgingSkeleton />,
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
