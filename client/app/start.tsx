/** Starts the client: words, theme, data, router, and the reaction to session changes. */
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RelayEnvironmentProvider } from 'react-relay'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { asLocale } from '../../locales/i18n.ts'
import { environment, forgetReader } from '../relay/environment.ts'
import { bringChunks, warmRoutes } from '../relay/preload.ts'
import { RefusedError, UnreachableError } from '../relay/refusal.ts'
import { session } from '../relay/session.ts'
import { connectShell } from '../relay/shell.ts'
import type { Words } from '../ui/useTranslation.ts'
import { failureWords } from './failures.ts'
import { forwardEscape } from './forwardEscape.ts'
import { isAdmin, noteShown, staffLoginHref, tellSessionEnded } from './session/guards.ts'
import { openSessionDialog, wantedPage } from './session/sessionDialog.ts'
import { theme } from './theme.ts'
import { toast } from './toasts.ts'
import { startWords, switchLocale, whenSpoken } from './words.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** After a change of viewer all data is reloaded; a logout in another tab redirects home. */
function followSession(router: Router) {
  session.subscribe((change) => {
    forgetReader()
    if (change === 'signedOut') return
    if (change === 'lostElsewhere') {
      const admin = isAdmin(router.state.location.pathname)
      // In sequence: a revalidation during the navigation would cancel it.
      void router.navigate(admin ? '/admin/login' : '/home').then(() => router.revalidate())
      return
    }
    if (change === 'refused') void tellSessionEnded()
    const wanted = change === 'refused' ? null : wantedPage()
    if (wanted) void router.navigate(wanted).then(() => router.revalidate())
    else void router.revalidate()
  })
}

/** Reports each page shown to the guards. */
function followPages(router: Router) {
  router.subscribe(({ initialized, navigation, location }) => {
    if (navigation.location) bringChunks(navigation.location.pathname)
    if (initialized && navigation.state === 'idle')
      noteShown(location.pathname + location.search + location.hash)
  })
}

/** A `?l=` in the address switches the language, and server data in the other language is reloaded. */
function followLocale(router: Router, words: Words) {
  words.subscribe(() => {
    forgetReader()
    void router.revalidate()
  })
  router.subscribe(({ location }) => {
    const asked = asLocale(new URLSearchParams(location.search).get('l'))
    if (asked && asked !== document.documentElement.lang) void switchLocale(asked)
  })
}

/**
 * Resolves when the first page is loaded or its skeleton is due; until then the skeleton of index.html stays.
 */
const whenLoaded = (router: Router) =>
  new Promise<void>((resolve) => {
    const look = ({ initialized }: Router['state']) => initialized && resolve()
    router.subscribe(look)
    look(router.state)
  })

/** Errors that pages show in words are not logged. */
function report(error: unknown) {
  if (!(error instanceof RefusedError || error instanceof UnreachableError)) reportError(error)
}

/** React recovers by rendering again; what it recovered from is the cause. */
const reportRecovered = (error: unknown) => report((error as Error).cause ?? error)

/** React reports render errors itself. */
function reportLoading(error: unknown, { errorInfo }: { errorInfo?: unknown }) {
  if (!errorInfo) report(error)
}

export async function start(routes: RouteObject[]) {
  warmRoutes(routes)
  const words = startWords()
  // The router starts loading the page at once, parallel to the words.
  const router = createBrowserRouter(routes)
  connectShell({
    words: failureWords,
    tell: (text, kind) => toast[kind](text),
    askToSignIn: () => {
      const { pathname, search } = router.state.location
      if (isAdmin(pathname)) void router.navigate(staffLoginHref(pathname + search), { replace: true })
      else openSessionDialog('login')
    },
    tellOffline: () => void whenSpoken.then(({ t }) => toast.warning(t('app:connection.later'))),
    recheckViewer: () => void router.revalidate(),
  })
  followSession(router)
  followPages(router)
  forwardEscape()
  followLocale(router, await words)
  await whenLoaded(router)

  const root = document.getElementById('root')
  if (!root) throw new Error('There is no #root')
  createRoot(root, { onCaughtError: report, onRecoverableError: reportRecovered }).render(
    <StrictMode>
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey="theme"
        disableTransitionOnChange
        noSsr
      >
        <CssBaseline />
        <RelayEnvironmentProvider environment={environment}>
          <RouterProvider router={router} onError={reportLoading} />
        </RelayEnvironmentProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}
