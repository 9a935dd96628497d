import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'

export const scoreboardRoutes: RouteObject[] = [
  page({ path: 'contest/acm-scoreboard/:contestID', entry: () => import('./publicBoardEntry.tsx') }),
  page({ path: 'contest/oi-scoreboard/:contestID', entry: () => import('./publicBoardEntry.tsx') }),
  page({ path: 'scrollBoard', entry: () => import('./scrollBoardEntry.tsx') }),
]

/** Pages within the frame of a contest. */
export const scoreboardTabs: RouteObject[] = [
  page({ path: 'rank', guard: requireLogin, entry: () => import('./rankEntry.tsx') }),
  page({ path: 'scroll-board', guard: requireLogin, entry: () => import('./revealFormEntry.tsx') }),
]
