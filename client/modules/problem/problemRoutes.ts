import type { RouteObject } from 'react-router-dom'
import { requireLoginFor } from '../../app/guards.ts'
import { page } from '../../relay/page.tsx'

export const problemRoutes: RouteObject[] = [
  page({
    path: 'problem',
    guard: requireLoginFor('progress', (value) => /^(?:SOLVED|TRIED|UNTRIED)$/.test(value)),
    entry: () => import('./problemListEntry.tsx'),
  }),
  page({ path: 'problem/:problemID', entry: () => import('./problemEntry.tsx') }),
  page({
    path: 'problem/:problemID/full-screen',
    entry: async () => ({ default: (await import('./problemEntry.tsx')).fullScreen }),
  }),
]
