import type { RouteObject } from 'react-router-dom'
import HomeQuery, { type HomePageQuery } from '../../__generated__/HomePageQuery.graphql.ts'
import { page } from '../../relay/page.tsx'
import { announcementOffset, announcementPage } from './announcements.ts'
import { HomeSkeleton } from './HomeFrame.tsx'

export const homeRoutes: RouteObject[] = [
  page<HomePageQuery>({
    path: 'home',
    title: (t) => t('home:title'),
    query: HomeQuery,
    variables: (_, search) => ({ offset: announcementOffset(search) }),
    component: () => import('./HomePage.tsx'),
    skeleton: <HomeSkeleton />,
    // Opening an announcement changes the address, but nothing else on the page.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.href === nextUrl.href ||
      announcementPage(currentUrl.searchParams) !== announcementPage(nextUrl.searchParams),
  }),
]
