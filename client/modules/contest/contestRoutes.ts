import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'

export const contestRoutes: RouteObject[] = [
  page({
    path: 'contest',
    ask: () => import('./contestListAsk.ts'),
    entry: () => import('./contestListEntry.tsx'),
  }),
  page({
    path: 'contest/:contestID',
    guard: requireLogin,
    entry: () => import('./contestFrameEntry.tsx'),
    children: [
      page({ path: '', guard: requireLogin, entry: () => import('./contestOverviewEntry.tsx') }),
      page({ path: 'rank', guard: requireLogin, entry: () => import('../scoreboard/rankEntry.tsx') }),
    ],
  }),
]
