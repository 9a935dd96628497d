import type { RouteObject } from 'react-router-dom'
import { requireLogin } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const trainingRoutes: RouteObject[] = [
  page({
    path: 'training',
    ask: () => import('./list/trainingListAsk.ts'),
    entry: () => import('./list/trainingListEntry.tsx'),
  }),
  page({
    path: 'training/:trainingID',
    guard: requireLogin,
    entry: () => import('./trainingFrameEntry.tsx'),
    children: [
      page({ path: '', guard: requireLogin, entry: () => import('./trainingOverviewEntry.tsx') }),
      page({ path: 'problems', guard: requireLogin, entry: () => import('./trainingProblemsEntry.tsx') }),
      page({ path: 'rank', guard: requireLogin, entry: () => import('./rank/trainingRankEntry.tsx') }),
    ],
  }),
  // A problem fills the window, with a bar of the training instead of the frame.
  page({
    path: 'training/:trainingID/problem/:problemID',
    guard: requireLogin,
    entry: () => import('./trainingProblemEntry.tsx'),
  }),
  page({
    path: 'training/:trainingID/problem/:problemID/full-screen',
    guard: requireLogin,
    entry: async () => ({ default: (await import('./trainingProblemEntry.tsx')).fullScreen }),
  }),
]
