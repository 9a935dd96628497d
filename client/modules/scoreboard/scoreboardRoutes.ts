import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'

export const scoreboardRoutes: RouteObject[] = [
  page({ path: 'contest/acm-scoreboard/:contestID', entry: () => import('./publicBoardEntry.tsx') }),
  page({ path: 'contest/oi-scoreboard/:contestID', entry: () => import('./publicBoardEntry.tsx') }),
  page({ path: 'scrollBoard', guard: requireLogin, entry: () => import('./scrollBoardEntry.tsx') }),
]
