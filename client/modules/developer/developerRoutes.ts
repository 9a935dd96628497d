import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const developerRoutes: RouteObject[] = [
  page({ path: 'developer', entry: () => import('./developerEntry.tsx') }),
]
