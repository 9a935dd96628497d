import type { RouteObject } from 'react-router-dom'
import { requireLogin, requireLoginFor } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const groupRoutes: RouteObject[] = [
  page({
    path: 'group',
    guard: requireLoginFor('onlyMine', (value) => value === 'true'),
    ask: () => import('./list/groupListAsk.ts'),
    entry: () => import('./list/groupListEntry.tsx'),
  }),
  page({
    path: 'group/:groupID',
    guard: requireLogin,
    entry: () => import('./groupFrameEntry.tsx'),
    children: [
      page({ path: '', guard: requireLogin, entry: () => import('./home/groupHomeEntry.tsx') }),
      page({
        path: 'announcement',
        guard: requireLogin,
        entry: () => import('./notice/groupNoticesEntry.tsx'),
      }),
      page({ path: 'member', guard: requireLogin, entry: () => import('./member/groupMembersEntry.tsx') }),
      page({ path: 'setting', guard: requireLogin, entry: () => import('./setting/groupSettingEntry.tsx') }),
    ],
  }),
]
