import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import { Suspense, useEffect, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import type { AdminLayoutQuery } from '../../__generated__/AdminLayoutQuery.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { session } from '../../relay/session.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { RoleBadge } from '../../ui/text/marks.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BarTools } from '../bar/BarTools.tsx'
import { Main } from '../Main.tsx'
import { staffLoginHref } from '../session/guards.ts'
import { useOwnTitle } from '../title.ts'
import { toast } from '../toasts.ts'
import { AdminMenu } from './AdminMenu.tsx'
import { AdminPage } from './AdminPage.tsx'
import { type AdminEntry, adminEntryAt, openEntries } from './adminPages.ts'

const MENU = 208

const AdminSearchButton = lazyPart(async () => (await import('./AdminSearchButton.tsx')).AdminSearchButton)

/** Only phones and small windows load it. */
const AdminDrawer = lazyPart(async () => (await import('./AdminDrawer.tsx')).AdminDrawer)

/**
 * Frame of the administration: menu at the left (a drawer under 992 px), breadcrumb above, and the page. A
 * viewer without access is redirected to the staff login; adminPages.ts tells how to add a page.
 */
export function AdminLayout({ queryRef }: PageProps<AdminLayoutQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const [menu, setMenu] = useState<string | null>(null)
  const { site, viewer } = usePreloadedQuery<AdminLayoutQuery>(
    graphql`
      query AdminLayoutQuery {
        site {
          shortName
        }
        viewer {
          user {
            role
          }
          canEnterAdmin
          adminPages
          ...BarTools_viewer
        }
      }
    `,
    queryRef,
  )
  const open = viewer?.adminPages ?? []
  const entries = openEntries(open)
  const current = adminEntryAt(pathname)
  const closed = !viewer?.canEnterAdmin || Boolean(current && !open.includes(current.page))

  useEffect(() => {
    // Without a token the guard of the page redirects already.
    if (!closed || !session.token) return
    toast.warning(t('admin:guard.super'))
    void navigate(staffLoginHref(pathname + search), { replace: true })
  }, [closed, navigate, pathname, search, t])

  if (closed || !viewer) return null
  const [first] = entries
  if (first && /^\/admin\/?$/.test(pathname)) return <Navigate to={first.href} replace />

  const shown = <AdminMenu site={site.shortName} entries={entries} />
  return (
    <Box sx={{ flex: 1, display: 'flex', minWidth: 0 }}>
      <Box
        sx={{
          display: { xs: 'none', lg: 'block' },
          flex: 'none',
          width: MENU,
          position: 'sticky',
          top: 0,
          height: '100dvh',
          overflowY: 'auto',
          bgcolor: 'surface.main',
          borderRight: 1,
          borderColor: 'divider',
        }}
      >
        {shown}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <AppBar
          component="header"
          sx={{
            height: { xs: 48, md: 52 },
            px: { xs: 2, md: 6 },
            gap: 1,
            display: 'flex',
            flexDirection: 'row',
            alignItems: 'center',
          }}
        >
          <IconButton
            aria-label={t('app:nav.menu')}
            aria-expanded={menu === key}
            onClick={() => setMenu(key)}
            sx={{ display: { lg: 'none' } }}
          >
            <Icon name="menu" size={20} />
          </IconButton>
          <Crumbs entry={current} />
          <Suspense fallback={<Box sx={{ width: 32 }} />}>
            <AdminSearchButton open={open} />
          </Suspense>
          <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
            <RoleBadge role={viewer.user.role} />
          </Box>
          <BarTools viewer={viewer} everywhere />
        </AppBar>
        <Main>
          {first ? (
            <Outlet />
          ) : (
            <AdminPage title={t('admin:menu')}>
              <EmptyState title={t('admin:empty')} text={t('admin:emptyText')} />
            </AdminPage>
          )}
        </Main>
      </Box>
      {menu !== null && (
        <Suspense fallback={null}>
          {/* A followed link closes the drawer. */}
          <AdminDrawer open={menu === key} onClose={() => setMenu('')}>
            {shown}
          </AdminDrawer>
        </Suspense>
      )}
    </Box>
  )
}

/** Breadcrumb: the page of the menu, and the title of a page below it. */
function Crumbs({ entry }: { entry: AdminEntry | undefined }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const own = useOwnTitle()
  const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
  return (
    <Box
      component="nav"
      aria-label={t('admin:crumbs')}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        typography: 'body2',
        color: 'text.secondary',
      }}
    >
      {entry &&
        (own || pathname !== entry.href ? (
          <Link href={entry.href} color="text.secondary" sx={{ ...cut, flex: 'none' }}>
            {t(`admin:page.${entry.page}`)}
          </Link>
        ) : (
          <Box component="span" aria-current="page" sx={cut}>
            {t(`admin:page.${entry.page}`)}
          </Box>
        ))}
      {own && (
        <>
          <Icon name="right" size={12} />
          <Box component="span" aria-current="page" title={own} sx={cut}>
            {own}
          </Box>
        </>
      )}
    </Box>
  )
}
