import { type RouteObject, replace } from 'react-router-dom'
import { requireLogin } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const notificationRoutes: RouteObject[] = [
  { path: 'message', loader: () => replace('/message/discuss') },
  page({ path: 'message/:tab', guard: requireLogin, entry: () => import('./messageEntry.tsx') }),
]
