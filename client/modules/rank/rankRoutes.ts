import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const rankRoutes: RouteObject[] = [
  page({ path: 'acm-rank', entry: () => import('./acmRankEntry.tsx') }),
  page({ path: 'oi-rank', entry: () => import('./oiRankEntry.tsx') }),
]
