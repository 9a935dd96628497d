import Box from '@mui/material/Box'
import { Suspense, useEffect } from 'react'
import { graphql, loadQuery, type PreloadedQuery, usePreloadedQuery } from 'react-relay'
import {
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLoaderData,
  useMatches,
  useSearchParams,
} from 'react-router-dom'
import query, { type LayoutQuery } from '../__generated__/LayoutQuery.graphql.ts'
import { environment } from '../relay/environment.ts'
import { type TitledHandle, useOwned } from '../relay/page.tsx'
import { useHeldLine } from '../relay/stream/socket.ts'
import { lazyPart } from '../ui/lazyPart.ts'
import { useTranslation } from '../ui/useTranslation.ts'
import { Footer } from './bar/Footer.tsx'
import { TopBar, TopBarSkeleton } from './bar/TopBar.tsx'
import { Main } from './Main.tsx'
import { ProgressBar } from './ProgressBar.tsx'
import { Boundary } from './Section.tsx'
import { SessionDialogs } from './session/SessionDialogs.tsx'
import { Toasts } from './Toasts.tsx'
import { useOwnTitle, useUnread } from './title.ts'

/** Loaded later: no page waits for it. */
const SiteLive = lazyPart(async () => (await import('./SiteLive.tsx')).SiteLive)

type Loaded = { queryRef: PreloadedQuery<LayoutQuery> }

export const layoutLoader = (): Loaded => ({
  queryRef: loadQuery<LayoutQuery>(environment, query, {}, { fetchPolicy: 'store-and-network' }),
})

/** The shell is reloaded when the viewer changes, not with every page. */
export const layoutRevalidates: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.href === nextUrl.href

const useShell = ({ queryRef }: Loaded) =>
  usePreloadedQuery<LayoutQuery>(
    graphql`
      query LayoutQuery {
        site {
          shortName
          ...TopBar_site
          ...Footer_site
          ...SessionDialogs_site
        }
        viewer {
          ...TopBar_viewer
        }
      }
    `,
    queryRef,
  )

/** Unread messages above this number are shown as such. */
const MOST_UNREAD = 99

function Title(loaded: Loaded) {
  const { site } = useShell(loaded)
  const { t } = useTranslation()
  const matches = useMatches()
  const own = useOwnTitle()
  const unread = useUnread()
  const named = matches
    .map(({ handle }) => (handle as Partial<TitledHandle> | undefined)?.title)
    .findLast(Boolean)
  const [search] = useSearchParams()
  const title = own ?? named?.(t, search)

  useEffect(() => {
    const whole = title ? `${title} - ${site.shortName}` : site.shortName
    const count = unread > MOST_UNREAD ? `${MOST_UNREAD}+` : unread
    document.title = unread > 0 ? `(${count}) ${whole}` : whole
  }, [title, site.shortName, unread])
  return null
}

function Bar(loaded: Loaded) {
  const { site, viewer } = useShell(loaded)
  return <TopBar site={site} viewer={viewer} />
}

function Foot(loaded: Loaded) {
  return <Footer site={useShell(loaded).site} />
}

function Dialogs(loaded: Loaded) {
  return <SessionDialogs site={useShell(loaded).site} />
}

/** Holds the WebSocket open while the viewer is logged in; other components subscribe over it. */
function Line() {
  useHeldLine()
  return null
}

/** The shell of every page: top bar, page, footer, toasts and dialogs. */
export function Layout() {
  const { t } = useTranslation()
  const loaded = useLoaderData<Loaded>()
  useOwned(loaded)
  const handles = useMatches().map(({ handle }) => handle as Partial<TitledHandle> | undefined)
  const framed = handles.some((handle) => handle?.framed)
  const bare = framed || handles.some((handle) => handle?.bare)
  const sends = handles.some((handle) => handle?.sends)
  const footer = !bare && !handles.some((handle) => handle?.footer === false)
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box
        component="a"
        href="#main"
        sx={{
          position: 'fixed',
          left: 16,
          top: -60,
          zIndex: 'tooltip',
          px: 3,
          py: 1.5,
          borderRadius: 1,
          bgcolor: 'surface.overlay',
          color: 'accent.fg',
          '&:focus': { top: 8 },
        }}
      >
        {t('app:nav.skip')}
      </Box>
      <ProgressBar />
      {!bare && (
        <Boundary attempt={loaded.queryRef} fallback={() => <TopBarSkeleton />}>
          <Suspense fallback={<TopBarSkeleton />}>
            <Bar {...loaded} />
          </Suspense>
        </Boundary>
      )}
      {framed ? (
        <Outlet />
      ) : (
        <Main>
          <Outlet />
        </Main>
      )}
      <Boundary attempt={loaded.queryRef} fallback={() => null}>
        <Suspense fallback={null}>
          {footer && <Foot {...loaded} />}
          <Title {...loaded} />
          <Dialogs {...loaded} />
        </Suspense>
      </Boundary>
      <Boundary attempt={loaded.queryRef} fallback={() => null}>
        <Suspense fallback={null}>
          <SiteLive />
        </Suspense>
      </Boundary>
      {sends && <Line />}
      <Toasts />
      <ScrollRestoration />
    </Box>
  )
}
