import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const userHomeRoutes: RouteObject[] = [
  page({ path: 'user-home', entry: () => import('./userHomeEntry.tsx') }),
]
