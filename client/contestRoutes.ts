/** Routes of a contest: its pages and those of its scoreboard share one frame. */
import type { RouteObject } from 'react-router-dom'
import { requireLogin } from './app/session/guards.ts'
import { page } from './relay/page.tsx'

export const contestRoutes: RouteObject[] = [
  page({
    path: 'contest',
    ask: () => import('./modules/contest/list/contestListAsk.ts'),
    entry: () => import('./modules/contest/list/contestListEntry.tsx'),
  }),
  page({
    path: 'contest/:contestID',
    guard: requireLogin,
    entry: () => import('./modules/contest/contestFrameEntry.tsx'),
    children: [
      page({
        path: '',
        guard: requireLogin,
        entry: () => import('./modules/contest/contestOverviewEntry.tsx'),
      }),
      page({
        path: 'problems',
        guard: requireLogin,
        entry: () => import('./modules/contest/contestProblemsEntry.tsx'),
      }),
      page({
        path: 'submissions',
        guard: requireLogin,
        entry: () => import('./modules/contest/submissions/contestSubmissionsEntry.tsx'),
      }),
      page({
        path: 'rank',
        guard: requireLogin,
        entry: () => import('./modules/scoreboard/rankEntry.tsx'),
      }),
      page({
        path: 'print',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/printEntry.tsx'),
      }),
      page({
        path: 'ac-info',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/acceptedRunsEntry.tsx'),
      }),
      page({
        path: 'admin-print',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/printQueueEntry.tsx'),
      }),
      page({
        path: 'rejudge',
        guard: requireLogin,
        entry: () => import('./modules/contest/organising/contestRejudgeEntry.tsx'),
      }),
      page({
        path: 'scroll-board',
        guard: requireLogin,
        entry: () => import('./modules/scoreboard/reveal/revealFormEntry.tsx'),
      }),
      page({
        path: 'comment',
        guard: requireLogin,
        entry: () => import('./modules/contest/notices/contestCommentsEntry.tsx'),
      }),
      page({
        path: 'announcements',
        guard: requireLogin,
        entry: () => import('./modules/contest/notices/contestNoticesEntry.tsx'),
      }),
    ],
  }),
  // A problem fills the window, with a bar of the contest instead of the frame.
  page({
    path: 'contest/:contestID/problem/:problemID',
    guard: requireLogin,
    entry: () => import('./modules/contest/contestProblemEntry.tsx'),
  }),
  page({
    path: 'contest/:contestID/problem/:problemID/full-screen',
    guard: requireLogin,
    entry: async () => ({ default: (await import('./modules/contest/contestProblemEntry.tsx')).fullScreen }),
  }),
]
