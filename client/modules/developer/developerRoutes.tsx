import type { RouteObject } from 'react-router-dom'
import DeveloperQuery, { type DeveloperPageQuery } from '../../__generated__/DeveloperPageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
import { ProseSkeleton } from '../../ui/ProseSkeleton.tsx'

export const developerRoutes: RouteObject[] = [
  page<DeveloperPageQuery>({
    path: 'developer',
    title: (t) => t('developer:title'),
    query: DeveloperQuery,
    component: () => import('./DeveloperPage.tsx'),
    skeleton: <ProseSkeleton chapters={6} />,
  }),
]
