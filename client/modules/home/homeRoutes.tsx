import type { RouteObject } from 'react-router-dom'
import HomeQuery, { type HomePageQuery } from '../../__generated__/HomePageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
import { HomeSkeleton } from './HomeFrame.tsx'
import { noticeOffset, noticePage } from './notices.ts'

export const homeRoutes: RouteObject[] = [
  page<HomePageQuery>({
    path: 'home',
    title: (t) => t('home:title'),
    query: HomeQuery,
    variables: (_, search) => ({ offset: noticeOffset(search) }),
    component: () => import('./HomePage.tsx'),
    skeleton: <HomeSkeleton />,
    // Opening a notice changes the address, but nothing else on the page.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.href === nextUrl.href ||
      noticePage(currentUrl.searchParams) !== noticePage(nextUrl.searchParams),
  }),
]
