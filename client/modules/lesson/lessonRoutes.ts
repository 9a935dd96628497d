import type { RouteObject } from 'react-router-dom'
import { page } from '../../relay/page.tsx'

export const lessonRoutes: RouteObject[] = [
  page({
    path: 'learn',
    entry: () => import('./learnFrameEntry.tsx'),
    children: [
      page({ path: '', entry: () => import('./learnHomeEntry.tsx') }),
      page({ path: ':noteID', entry: () => import('./lessonEntry.tsx') }),
    ],
  }),
]
