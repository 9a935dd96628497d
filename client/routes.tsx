/**
 * The URL space on one screen: the shell, and the spread of every noun's lines. A noun exports
 * `<noun>Routes: RouteObject[]` made of page() (relay/page.tsx tells how) from modules/<noun>/<noun>Routes.ts;
 * paths are written without a leading slash and as the specification writes them. The navigation shows an entry
 * as soon as its path is here. What is imported here is in everybody's first load.
 */
import { type RouteObject, replace } from 'react-router-dom'
import { adminRoutes } from './adminRoutes.ts'
import { Layout, layoutLoader, layoutRevalidates } from './app/Layout.tsx'
import { logoutRoute } from './app/logout.ts'
import { NotFound } from './app/NotFound.tsx'
import { RouteError } from './app/RouteError.tsx'
import { TopBarSkeleton } from './app/TopBar.tsx'
import { contestRoutes } from './modules/contest/contestRoutes.ts'
import { developerRoutes } from './modules/developer/developerRoutes.ts'
import { homeRoutes } from './modules/home/homeRoutes.ts'
import { introductionRoutes } from './modules/introduction/introductionRoutes.ts'
import { judgingRoutes } from './modules/judging/judgingRoutes.ts'
import { problemRoutes } from './modules/problem/problemRoutes.ts'
import { scoreboardRoutes } from './modules/scoreboard/scoreboardRoutes.ts'
import { submissionRoutes } from './modules/submission/submissionRoutes.ts'
import { userRoutes } from './modules/user/userRoutes.ts'

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    loader: layoutLoader,
    shouldRevalidate: layoutRevalidates,
    hydrateFallbackElement: <TopBarSkeleton />,
    errorElement: <RouteError />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          { index: true, loader: ({ request }) => replace(`/home${new URL(request.url).search}`) },
          ...homeRoutes,
          ...problemRoutes,
          ...contestRoutes,
          ...scoreboardRoutes,
          ...submissionRoutes,
          ...judgingRoutes,
          ...userRoutes,
          ...introductionRoutes,
          ...developerRoutes,
          ...adminRoutes,
          logoutRoute,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
