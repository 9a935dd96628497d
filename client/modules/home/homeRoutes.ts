import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const homeRoutes: RouteObject[] = [
  page({ path: 'home', ask: () => import('./homeAsk.ts'), entry: () => import('./homeEntry.tsx') }),
]
