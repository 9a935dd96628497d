import type { RouteObject } from 'react-router-dom'
import type { IntroductionPageQuery } from '../../__generated__/IntroductionPageQuery.graphql.ts'
import { pageWords } from '../../app/words.ts'
import { page } from '../../relay/page.tsx'
import { ProseSkeleton } from '../../ui/ProseSkeleton.tsx'

export const introductionRoutes: RouteObject[] = [
  page<IntroductionPageQuery>({
    path: 'introduction',
    title: (t) => t('app:nav.introduction'),
    query: () => import('../../__generated__/IntroductionPageQuery.graphql.ts'),
    component: async () =>
      (await Promise.all([import('./IntroductionPage.tsx'), pageWords('introduction')]))[0],
    skeleton: <ProseSkeleton chapters={5} />,
  }),
]
