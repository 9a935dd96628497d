import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const homeRoutes: RouteObject[] = [page({ path: 'home', entry: () => import('./homeEntry.tsx') })]
