import type { RouteObject } from 'react-router-dom'
import { requireLogin, requireLoginFor } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const submissionRoutes: RouteObject[] = [
  page({
    path: 'status',
    guard: requireLoginFor('onlyMine', (value) => value === 'true'),
    ask: () => import('./submissionListAsk.ts'),
    entry: () => import('./submissionListEntry.tsx'),
  }),
  page({ path: 'submission-detail/:submitID', entry: () => import('./submissionEntry.tsx') }),
  page({
    path: 'contest/:contestID/problem/:problemID/submission-detail/:submitID',
    guard: requireLogin,
    entry: () => import('./submissionEntry.tsx'),
  }),
]
