/**
 * The URL space: the shell, and the lines of all nouns, which `npm run generate` puts together. A noun exports
 * `<noun>Routes: RouteObject[]` made of page() (relay/page.tsx tells how) from modules/<noun>/<noun>Routes.ts;
 * paths are written without a leading slash and as the specification writes them. The navigation shows an entry
 * as soon as its path is here. What is imported here is in everybody's first load.
 */
import { type RouteObject, replace } from 'react-router-dom'
import { adminRoutes } from './adminRoutes.ts'
import { TopBarSkeleton } from './app/bar/TopBar.tsx'
import { Layout, layoutLoader, layoutRevalidates } from './app/Layout.tsx'
import { NotFound } from './app/NotFound.tsx'
import { RouteError } from './app/RouteError.tsx'
import { logoutRoute } from './app/session/logout.ts'
import { contestRoutes } from './contestRoutes.ts'
import { nounRoutes } from './generated/routes.ts'

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
          ...nounRoutes,
          ...contestRoutes,
          ...adminRoutes,
          logoutRoute,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
