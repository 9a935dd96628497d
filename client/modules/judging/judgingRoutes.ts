import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const judgingRoutes: RouteObject[] = [
  page({ path: 'judging', entry: () => import('./judgingEntry.tsx') }),
  page({
    path: 'rejudging/:rejudgingID',
    guard: requireLogin,
    entry: () => import('./rejudging/rejudgingEntry.tsx'),
  }),
]
