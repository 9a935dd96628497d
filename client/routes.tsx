/**
 * The URL space on one screen: the shell, and the spread of every noun's routes. A noun exports
 * `<noun>Routes: RouteObject[]` made of page() (relay/page.tsx tells how) from modules/<noun>/<noun>Routes.tsx;
 * paths are written without a leading slash and as the specification writes them. The navigation shows an entry
 * as soon as its path is here. A route's `handle` may say `footer: false` (the page fills the window) and
 * `bare: true` (focus mode: no top bar either).
 */
import { type RouteObject, replace } from 'react-router-dom'
import { Layout, layoutLoader, layoutRevalidates } from './app/Layout.tsx'
import { logoutRoute } from './app/logout.ts'
import { NotFound } from './app/NotFound.tsx'
import { RouteError } from './app/RouteError.tsx'
import { TopBarSkeleton } from './app/TopBar.tsx'
import { developerRoutes } from './modules/developer/developerRoutes.tsx'
import { homeRoutes } from './modules/home/homeRoutes.tsx'
import { introductionRoutes } from './modules/introduction/introductionRoutes.tsx'
import { judgingRoutes } from './modules/judging/judgingRoutes.tsx'
import { problemRoutes } from './modules/problem/problemRoutes.tsx'
import { submissionRoutes } from './modules/submission/submissionRoutes.tsx'
import { userRoutes } from './modules/user/userRoutes.tsx'

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
          ...submissionRoutes,
          ...judgingRoutes,
          ...userRoutes,
          ...introductionRoutes,
          ...developerRoutes,
          logoutRoute,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
