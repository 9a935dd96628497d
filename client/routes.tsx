/**
 * All routes: the shell, and the routes of all nouns, collected by `npm run generate`. A noun exports
 * `<noun>Routes: RouteObject[]` made of page() (see relay/page.tsx) from modules/<noun>/<noun>Routes.ts.
 * Paths have no leading slash and are those of the specification. A navigation entry appears once its path is
 * here. Everything imported here is part of the first load.
 */
import { type RouteObject, replace } from 'react-router-dom'
import { adminRoutes } from './adminRoutes.ts'
import { TopBarSkeleton } from './app/bar/TopBar.tsx'
import { Layout, layoutLoader, layoutRevalidates } from './app/Layout.tsx'
import { NotFound } from './app/NotFound.tsx'
import { RouteError } from './app/RouteError.tsx'
import { contestRoutes } from './contestRoutes.ts'
import { nounRoutes } from './generated/routes.ts'
import { groupRoutes } from './groupRoutes.ts'
import { session } from './relay/session.ts'

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
          ...groupRoutes,
          ...adminRoutes,
          {
            path: 'logout',
            loader: async () => {
              // Without its code, offline perhaps, at least this browser forgets the session.
              await import('./app/session/logout.ts').then(
                ({ logOut }) => logOut(),
                () => session.signOut(),
              )
              return replace('/home')
            },
          },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]
