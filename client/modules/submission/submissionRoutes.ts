import type { RouteObject } from 'react-router-dom'
import { requireLoginFor } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'

export const submissionRoutes: RouteObject[] = [
  page({
    path: 'status',
    guard: requireLoginFor('onlyMine', (value) => value === 'true'),
    ask: () => import('./submissionListAsk.ts'),
    entry: () => import('./submissionListEntry.tsx'),
  }),
  page({ path: 'submission-detail/:submitID', entry: () => import('./submissionEntry.tsx') }),
]
