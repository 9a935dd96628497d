import type { RouteObject } from 'react-router-dom'
import { requireLoginFor } from '../../app/session/guards.ts'
import { page } from '../../relay/page.tsx'

export const problemRoutes: RouteObject[] = [
  page({
    path: 'problem',
    guard: requireLoginFor('progress', (value) => /^(?:SOLVED|TRIED|UNTRIED)$/.test(value)),
    ask: () => import('./list/problemListAsk.ts'),
    entry: () => import('./list/problemListEntry.tsx'),
  }),
  page({
    path: 'problem/:problemID',
    ask: () => import('./problemAsk.ts'),
    entry: () => import('./problemEntry.tsx'),
  }),
  page({
    path: 'problem/:problemID/full-screen',
    ask: () => import('./problemAsk.ts'),
    entry: async () => ({ default: (await import('./problemEntry.tsx')).fullScreen }),
  }),
]
