import AppBar from '@mui/material/AppBar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useLocation } from 'react-router-dom'
import type { TopBar_site$key } from '../../__generated__/TopBar_site.graphql.ts'
import type { TopBar_viewer$key } from '../../__generated__/TopBar_viewer.graphql.ts'
import { leadsSomewhere } from '../../relay/preload.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Logo } from '../../ui/text/Logo.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { openSessionDialog } from '../session/sessionDialog.ts'
import { BarTools } from './BarTools.tsx'
import { isCurrent, NAVIGATION } from './navigation.ts'
import { Search } from './Search.tsx'

const loadDrawer = async () => (await import('./NavDrawer.tsx')).NavDrawer
const NavDrawer = lazyPart(loadDrawer)

const shape = {
  height: { xs: 48, md: 52 },
  px: { xs: 2, md: 6 },
  gap: 1,
  display: 'flex',
  flexDirection: 'row',
  alignItems: 'center',
} as const

/** Entries of the bar from 992 px on; under 1240 px the others are in the drawer alone. */
const FIRST_ENTRIES = 4

/** Truncates a long name in favour of the controls. */
const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' } as const

/** Link home; `label` names it while the name of the site is not known. */
function Brand({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Link
      href="/home"
      aria-label={label}
      underline="none"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2.5,
        mr: { lg: 5 },
        px: 1,
        typography: 'h3',
        fontWeight: 650,
        color: 'text.primary',
        whiteSpace: 'nowrap',
        minWidth: 0,
      }}
    >
      <Logo />
      {children}
    </Link>
  )
}

/** Top bar before the site data has arrived. */
export function TopBarSkeleton() {
  const { t } = useTranslation()
  return (
    <AppBar sx={shape}>
      <Box sx={{ display: { xs: 'grid', lg: 'none' }, width: { xs: 40, md: 32 }, placeItems: 'center' }}>
        <Skeleton width={20} height={14} />
      </Box>
      <Brand label={t('app:nav.home')}>
        <Skeleton width={96} height={16} />
      </Brand>
    </AppBar>
  )
}

type Props = { site: TopBar_site$key; viewer: TopBar_viewer$key | null | undefined }

/** Top bar with the navigation; under 992 px it moves to the drawer. */
export function TopBar(props: Props) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [drawer, setDrawer] = useState(false)
  const site = useFragment(
    graphql`
      fragment TopBar_site on Site {
        name
        shortName
        registrationOpen
        openPublicDiscussion
      }
    `,
    props.site,
  )
  const viewer = useFragment(
    graphql`
      fragment TopBar_viewer on Viewer {
        ...BarTools_viewer
      }
    `,
    props.viewer,
  )
  const entries = NAVIGATION.filter(
    ({ href, guests, needs }) =>
      leadsSomewhere(href) &&
      (guests !== false || viewer) &&
      (needs !== 'publicDiscussion' || site.openPublicDiscussion),
  )

  return (
    <AppBar component="header" sx={shape}>
      <IconButton
        aria-label={t('app:nav.menu')}
        aria-expanded={drawer}
        onPointerEnter={loadDrawer}
        onClick={() => setDrawer(true)}
        sx={{ display: { [entries.length > FIRST_ENTRIES ? 'xl' : 'lg']: 'none' } }}
      >
        <Icon name="menu" size={20} />
      </IconButton>
      <Brand>
        <Box component="span" sx={{ ...cut, display: { xs: 'none', sm: 'inline' } }}>
          {site.name}
        </Box>
        <Box component="span" sx={{ ...cut, display: { sm: 'none' } }}>
          {site.shortName}
        </Box>
      </Brand>
      <Box
        component="nav"
        aria-label={t('app:nav.label')}
        sx={{ display: { xs: 'none', lg: 'flex' }, gap: 0.5 }}
      >
        {entries.map((entry, at) => {
          const current = isCurrent(entry, pathname)
          return (
            <Link
              key={entry.key}
              href={entry.href}
              underline="none"
              aria-current={current ? 'page' : undefined}
              sx={{
                display: at < FIRST_ENTRIES ? undefined : { lg: 'none', xl: 'inline' },
                px: 2.25,
                // Eleven entries and the name of the site need the room.
                '@media (max-width: 1399.95px)': { px: 1 },
                py: 1,
                borderRadius: 1,
                typography: 'body2',
                fontWeight: current ? 600 : 500,
                whiteSpace: 'nowrap',
                color: current ? 'text.primary' : 'text.secondary',
                bgcolor: current ? 'surface.fill' : undefined,
                '&:hover': { bgcolor: current ? 'surface.fill' : 'surface.hover' },
              }}
            >
              {t(`app:nav.${entry.key}`)}
            </Link>
          )
        })}
      </Box>
      <Box sx={{ flex: 1 }} />
      {/* Shrinks before the name of the site does. */}
      <Box sx={{ display: { xs: 'none', sm: 'flex' }, minWidth: 120, flexShrink: 9999 }}>
        <Search />
      </Box>
      <BarTools viewer={viewer} />
      {!viewer && (
        <Box sx={{ display: 'flex', flex: 'none', gap: { xs: 1, sm: 2 } }}>
          {site.registrationOpen && (
            <Button variant="text" onClick={() => openSessionDialog('register')}>
              {t('app:user.register')}
            </Button>
          )}
          <Button onClick={() => openSessionDialog('login')}>{t('app:user.signIn')}</Button>
        </Box>
      )}
      {drawer && (
        <Suspense fallback={null}>
          <NavDrawer
            entries={entries}
            guest={!viewer}
            registrationOpen={site.registrationOpen}
            onClose={() => setDrawer(false)}
          />
        </Suspense>
      )}
    </AppBar>
  )
}
