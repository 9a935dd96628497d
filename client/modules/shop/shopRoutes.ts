import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const shopRoutes: RouteObject[] = [
  page({ path: 'shop', entry: () => import('./goods/shopEntry.tsx') }),
  page({ path: 'shop/orders', guard: requireLogin, entry: () => import('./order/ordersEntry.tsx') }),
  page({ path: 'shop/points', guard: requireLogin, entry: () => import('./entry/pointsEntry.tsx') }),
]
