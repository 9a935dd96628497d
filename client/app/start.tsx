/** Puts the shell together: words, theme, data, router, and what a change of the session means. */
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import type { i18n } from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RelayEnvironmentProvider } from 'react-relay'
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom'
import { asLocale } from '../../locales/i18n.ts'
import { environment, forgetReader } from '../relay/environment.ts'
import { session } from '../relay/session.ts'
import { connectShell } from '../relay/shell.ts'
import { warmRoutes } from '../relay/warm.ts'
import { failureWords } from './failures.ts'
import { openSessionDialog } from './sessionDialog.ts'
import { theme } from './theme.ts'
import { toast } from './toasts.ts'
import { startWords, switchLocale } from './words.ts'

type Router = ReturnType<typeof createBrowserRouter>

/** Whoever reads now gets everything afresh; who was signed out elsewhere goes home. */
function followSession(router: Router) {
  session.subscribe((change) => {
    forgetReader()
    if (change === 'signedOut') return
    if (change === 'lostElsewhere') {
      const admin = router.state.location.pathname.startsWith('/admin')
      // One after the other: reading again where one is would break off the way to where one goes.
      void router.navigate(admin ? '/admin/login' : '/home').then(() => router.revalidate())
      return
    }
    void router.revalidate()
  })
}

/**
 * A link that names a language switches to it, also while the page is open; and what the server said in the other
 * language is read again.
 */
function followLocale(router: Router, words: i18n) {
  words.on('languageChanged', () => {
    forgetReader()
    void router.revalidate()
  })
  router.subscribe(({ location }) => {
    const asked = asLocale(new URLSearchParams(location.search).get('l'))
    if (asked && asked !== document.documentElement.lang) void switchLocale(asked)
  })
}

export async function start(routes: RouteObject[]) {
  warmRoutes(routes)
  const words = startWords()
  // The router begins to load the page at once; the words come beside it.
  const router = createBrowserRouter(routes)
  connectShell({
    words: failureWords,
    tell: (text, kind) => toast[kind](text),
    askToSignIn: () => openSessionDialog('login'),
    doubtReader: () => void router.revalidate(),
  })
  followSession(router)
  followLocale(router, await words)

  const root = document.getElementById('root')
  if (!root) throw new Error('There is no #root')
  createRoot(root).render(
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
          <RouterProvider router={router} />
        </RelayEnvironmentProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}
