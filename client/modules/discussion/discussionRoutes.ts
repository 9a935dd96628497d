import type { RouteObject } from 'react-router-dom'
import { requireLoginFor } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

const requireLoginForMine = requireLoginFor('onlyMine', (value) => value === 'true')

export const discussionRoutes: RouteObject[] = [
  page({
    path: 'discussion',
    guard: requireLoginForMine,
    ask: () => import('./list/discussionListAsk.ts'),
    entry: () => import('./list/discussionListEntry.tsx'),
  }),
  page({
    path: 'discussion/:problemID',
    guard: requireLoginForMine,
    ask: () => import('./list/discussionListAsk.ts'),
    entry: () => import('./list/discussionListEntry.tsx'),
  }),
  page({
    path: 'discussion-detail/:discussionID',
    entry: () => import('./post/discussionEntry.tsx'),
  }),
]
