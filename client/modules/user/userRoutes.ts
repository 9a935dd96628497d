import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const userRoutes: RouteObject[] = [
  page({ path: 'reset-password', entry: () => import('./resetPasswordEntry.tsx') }),
  page({ path: 'admin/login', entry: () => import('./staffLoginEntry.tsx') }),
]
