import { ThemeProvider } from '@mui/material/styles'
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { loadQuery, RelayEnvironmentProvider } from 'react-relay'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { wordsHere } from '../../../locales/needed.ts'
import { silentShell } from '../../../tests/support/silentShell.ts'
import query, { type AdminLayoutQuery } from '../../__generated__/AdminLayoutQuery.graphql.ts'
import { warmRoutes } from '../../relay/preload.ts'
import { session } from '../../relay/session.ts'
import { connectShell } from '../../relay/shell.ts'
import { theme } from '../theme.ts'
import { shownToasts } from '../toasts.ts'
import { startWords } from '../words.ts'
import { AdminLayout } from './AdminLayout.tsx'

beforeAll(async () => {
  localStorage.setItem('locale', 'en-US')
  await startWords()
  await wordsHere()
  connectShell(silentShell)
})
afterEach(() => {
  cleanup()
  session.signOut()
})

type Viewer = { user: { role: string }; canEnterAdmin: boolean; adminPages: string[] }

/** Renders the frame at an address, for a viewer with these pages open. */
async function openAt(address: string, viewer: Viewer) {
  session.signIn('a token')
  const environment = createMockEnvironment()
  const queryRef = loadQuery<AdminLayoutQuery>(environment, query, {})
  const routes = [
    { path: '/admin/login', element: <p>The login</p> },
    {
      path: '/admin',
      element: (
        <Suspense>
          <AdminLayout queryRef={queryRef} />
        </Suspense>
      ),
      children: [
        { path: 'announcement', element: <p>The announcements</p> },
        { path: 'switch', element: <p>The switches</p> },
      ],
    },
  ]
  warmRoutes(routes)
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <ThemeProvider theme={theme}>
      <RelayEnvironmentProvider environment={environment}>
        <RouterProvider router={router} />
      </RelayEnvironmentProvider>
    </ThemeProvider>,
  )
  await act(async () => {
    environment.mock.resolveMostRecentOperation({
      data: {
        site: { id: 'site', shortName: 'MOJ' },
        viewer: { ...viewer, user: { id: 'me', username: 'keeper', avatar: null, ...viewer.user } },
      },
    })
  })
  return router.state
}

const KEEPER = {
  user: { role: 'ROOT' },
  canEnterAdmin: true,
  adminPages: ['SITE_NOTICES', 'CONFIGURATION', 'SWITCHES'],
}
const STAFF = { user: { role: 'ADMIN' }, canEnterAdmin: true, adminPages: [] }
const MEMBER = { user: { role: 'USER' }, canEnterAdmin: false, adminPages: [] }

const said = () => shownToasts().map(({ text }) => text)

describe('the frame of the administration', () => {
  it('offers the pages that are open and exist, and begins with the first', async () => {
    const { location } = await openAt('/admin', KEEPER)
    expect(location.pathname).toBe('/admin/announcement')
    expect(screen.getByText('The announcements')).toBeTruthy()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/admin', '/admin/announcement', '/admin/switch', '/home'])
    expect(screen.getByRole('link', { name: 'Announcements' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe('Announcements')
  })

  it('says to staff that a page needs the super administrator', async () => {
    const { location } = await openAt('/admin/switch?tab=2', STAFF)
    expect(location.pathname + location.search).toBe('/admin/login?to=%2Fadmin%2Fswitch%3Ftab%3D2')
    expect(said()).toContain('Please login again with the administrator account!')
    expect(screen.queryByText('The switches')).toBeNull()
  })

  it('asks members for an account of the staff, whatever they ask for', async () => {
    const { location } = await openAt('/admin/announcement', MEMBER)
    expect(location.pathname).toBe('/admin/login')
    expect(said()).toContain('Please login again with the administrator account!')
    expect(screen.queryByText('The announcements')).toBeNull()
  })

  it('says that there is nothing for a viewer who may open no page', async () => {
    const { location } = await openAt('/admin', STAFF)
    expect(location.pathname).toBe('/admin')
    expect(screen.getByText('Nothing to administer yet')).toBeTruthy()
  })
})
