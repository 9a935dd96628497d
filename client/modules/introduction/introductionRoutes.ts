import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const introductionRoutes: RouteObject[] = [
  page({ path: 'introduction', entry: () => import('./introductionEntry.tsx') }),
]
