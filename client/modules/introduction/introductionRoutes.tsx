import type { RouteObject } from 'react-router-dom'
import IntroductionQuery, {
  type IntroductionPageQuery,
} from '../../__generated__/IntroductionPageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
import { ProseSkeleton } from '../../ui/ProseSkeleton.tsx'

export const introductionRoutes: RouteObject[] = [
  page<IntroductionPageQuery>({
    path: 'introduction',
    title: (t) => t('introduction:title'),
    query: IntroductionQuery,
    component: () => import('./IntroductionPage.tsx'),
    skeleton: <ProseSkeleton chapters={5} />,
  }),
]
