import type { RouteObject } from 'react-router-dom'
import type { DeveloperPageQuery } from '../../__generated__/DeveloperPageQuery.graphql.ts'
import { pageWords } from '../../app/words.ts'
import { page } from '../../relay/page.tsx'
import { ProseSkeleton } from '../../ui/ProseSkeleton.tsx'

export const developerRoutes: RouteObject[] = [
  page<DeveloperPageQuery>({
    path: 'developer',
    title: (t) => t('app:nav.developer'),
    query: () => import('../../__generated__/DeveloperPageQuery.graphql.ts'),
    component: async () => (await Promise.all([import('./DeveloperPage.tsx'), pageWords('developer')]))[0],
    skeleton: <ProseSkeleton chapters={6} />,
  }),
]
