import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const userRoutes: RouteObject[] = [
  page({ path: 'reset-password', entry: () => import('./resetPasswordEntry.tsx') }),
  page({ path: 'unsubscribe/:token', entry: () => import('./unsubscribeEntry.tsx') }),
  page({ path: 'setting', guard: requireLogin, entry: () => import('./settingEntry.tsx') }),
  page({ path: 'admin/login', entry: () => import('./staffLoginEntry.tsx') }),
]
