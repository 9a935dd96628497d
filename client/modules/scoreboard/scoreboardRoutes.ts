import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const scoreboardRoutes: RouteObject[] = [
  page({ path: 'contest/acm-scoreboard/:contestID', entry: () => import('./publicBoardEntry.tsx') }),
  page({ path: 'contest/oi-scoreboard/:contestID', entry: () => import('./publicBoardEntry.tsx') }),
  page({ path: 'scrollBoard', entry: () => import('./reveal/scrollBoardEntry.tsx') }),
]
