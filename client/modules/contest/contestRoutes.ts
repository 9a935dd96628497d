import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'

export const contestRoutes: RouteObject[] = [
  page({
    path: 'contest',
    ask: () => import('./contestListAsk.ts'),
    entry: () => import('./contestListEntry.tsx'),
  }),
  page({
    path: 'contest/:contestID',
    guard: requireLogin,
    entry: () => import('./contestFrameEntry.tsx'),
    children: [
      page({ path: '', guard: requireLogin, entry: () => import('./contestOverviewEntry.tsx') }),
      page({ path: 'problems', guard: requireLogin, entry: () => import('./contestProblemsEntry.tsx') }),
      page({
        path: 'submissions',
        guard: requireLogin,
        entry: () => import('./contestSubmissionsEntry.tsx'),
      }),
      page({ path: 'print', guard: requireLogin, entry: () => import('./organising/printEntry.tsx') }),
      page({
        path: 'ac-info',
        guard: requireLogin,
        entry: () => import('./organising/acceptedRunsEntry.tsx'),
      }),
      page({
        path: 'admin-print',
        guard: requireLogin,
        entry: () => import('./organising/printQueueEntry.tsx'),
      }),
      page({
        path: 'rejudge',
        guard: requireLogin,
        entry: () => import('./organising/contestRejudgeEntry.tsx'),
      }),
      page({ path: 'comment', guard: requireLogin, entry: () => import('./contestCommentsEntry.tsx') }),
      page({
        path: 'announcements',
        guard: requireLogin,
        entry: () => import('./contestNoticesEntry.tsx'),
      }),
    ],
  }),
  // A problem fills the window, with a bar of the contest instead of its frame.
  page({
    path: 'contest/:contestID/problem/:problemID',
    guard: requireLogin,
    entry: () => import('./contestProblemEntry.tsx'),
  }),
  page({
    path: 'contest/:contestID/problem/:problemID/full-screen',
    guard: requireLogin,
    entry: async () => ({ default: (await import('./contestProblemEntry.tsx')).fullScreen }),
  }),
]
