import type { RouteObject } from 'react-router-dom'
import type { JudgingPageQuery } from '../../__generated__/JudgingPageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
import { JudgingSkeleton } from './JudgingFrame.tsx'

export const judgingRoutes: RouteObject[] = [
  page<JudgingPageQuery>({
    path: 'judging',
    title: (t) => t('judging:title'),
    query: () => import('../../__generated__/JudgingPageQuery.graphql.ts'),
    component: () => import('./JudgingPage.tsx'),
    skeleton: <JudgingSkeleton />,
  }),
]
