/**
 * A frame with tabs, the open one in the address. The frame is the parent route, and each tab a child page
 * with its own title, data and skeleton:
 *
 *   page({ path: 'setting', guard: requireLogin, entry: () => import('./settingEntry.tsx'), children: [
 *     { index: true, loader: () => replace('/setting/profile') },
 *     page({ path: 'profile', guard: requireLogin, entry: () => import('./profileEntry.tsx') }),
 *   ] })
 *
 *   export const SettingFrame = () => (
 *     <TabbedFrame title={t('user:setting.title')} tabs={[{ href: '/setting/profile', label: … , icon: 'user' }]}
 * />
 *   )
 */
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { RouterLink } from '../relay/RouterLink.tsx'
import { Icon, type IconName } from '../ui/controls/Icon.tsx'
import { Tip } from '../ui/feedback/Tip.tsx'

export type FrameTab = {
  href: string
  label: string
  icon?: IconName
  /** Number beside the label; a text where it is not exact, such as `99+`. */
  count?: number | string | null
  /** What waits behind the tab, such as `3 waiting`. */
  mark?: string | null
  /** Why the tab cannot be opened; null when it can. */
  locked?: string | null
  /** Further addresses at which the tab is open; `href` matches everything below it unless `exact`. */
  also?: readonly string[]
  exact?: boolean
}

type Props = {
  title: string
  tabs: readonly FrameTab[]
  /** Right of the title. */
  aside?: ReactNode
  /** Maximum width (px). */
  width?: number
}

export const TabbedFrame = ({ title, tabs, aside, width = 960 }: Props) => (
  <Box sx={{ maxWidth: width, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 6 } }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
      <Box component="h1" sx={{ typography: 'h1' }}>
        {title}
      </Box>
      {aside && <Box sx={{ ml: 'auto' }}>{aside}</Box>}
    </Box>
    <TabStrip label={title} tabs={tabs} />
    <Outlet />
  </Box>
)

const isBelow = (href: string, path: string) => path === href || path.startsWith(`${href}/`)

const isOpen = ({ href, also = [], exact = false }: FrameTab, path: string) =>
  (exact ? path.replace(/\/$/, '') === href : isBelow(href, path)) || also.some((each) => isBelow(each, path))

type StripProps = {
  /** Accessible name of the row. */
  label: string
  tabs: readonly FrameTab[]
  /** Right of the tabs, where there is room. */
  aside?: ReactNode
}

/** The tabs of a frame; on a phone it expects a page padding of 16 px. */
export function TabStrip({ label, tabs, aside }: StripProps) {
  const { pathname } = useLocation()
  const strip = useRef<HTMLUListElement>(null)

  // On a phone the strip scrolls: bring the open tab into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another open tab
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && open) strip.current.scrollLeft = open.offsetLeft - strip.current.offsetLeft - 16
  }, [pathname])

  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{ mx: { xs: -4, md: 0 }, mb: 4, display: 'flex', borderBottom: 1, borderColor: 'divider' }}
    >
      <Box
        component="ul"
        ref={strip}
        sx={{
          display: 'flex',
          flex: 1,
          minWidth: 0,
          gap: 5,
          px: { xs: 4, md: 0 },
          overflowX: 'auto',
          scrollbarWidth: 'none',
        }}
      >
        {tabs.map((tab) => (
          <Box component="li" key={tab.href} sx={{ flex: 'none' }}>
            {tab.locked ? (
              <LockedTab {...tab} reason={tab.locked} />
            ) : (
              <Tab {...tab} open={isOpen(tab, pathname)} />
            )}
          </Box>
        ))}
      </Box>
      {aside && <Box sx={{ display: { xs: 'none', md: 'flex' }, alignItems: 'center', pl: 4 }}>{aside}</Box>}
    </Box>
  )
}

const tabShape = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: { xs: 44, md: 40 },
  typography: 'body2',
} as const

const Tab = ({ href, label, icon, count, mark, open }: FrameTab & { open: boolean }) => (
  <Link
    component={RouterLink}
    href={href}
    underline="none"
    keepScroll
    aria-current={open ? 'page' : undefined}
    sx={{
      ...tabShape,
      fontWeight: open ? 600 : 400,
      color: open ? 'text.primary' : 'text.secondary',
      boxShadow: open ? ({ vars }) => `inset 0 -2px ${vars.palette.accent.fg}` : undefined,
      '&:hover': { color: 'text.primary' },
      '&:focus-visible': { outlineOffset: -2 },
    }}
  >
    {icon && <Icon name={icon} />}
    {label}
    {count !== undefined && count !== null && <Count>{count}</Count>}
    {mark && <Mark>{mark}</Mark>}
  </Link>
)

const Count = ({ children }: { children: number | string }) => (
  <Box
    component="span"
    sx={{
      px: 1.25,
      borderRadius: 1.5,
      typography: 'caption',
      fontWeight: 500,
      fontVariantNumeric: 'tabular-nums',
      color: 'text.secondary',
      bgcolor: 'surface.fill',
    }}
  >
    {children}
  </Box>
)

const Mark = ({ children }: { children: string }) => (
  <Box
    component="span"
    sx={{
      px: 1.25,
      borderRadius: 1.5,
      typography: 'caption',
      fontWeight: 500,
      fontVariantNumeric: 'tabular-nums',
      color: 'accent.fg',
      bgcolor: 'accent.subtle',
    }}
  >
    {children}
  </Box>
)

/** Focusable, so that its reason can be read, but not a link. */
const LockedTab = ({ label, reason }: FrameTab & { reason: string }) => (
  <Tip title={reason}>
    <Box
      role="link"
      aria-disabled
      tabIndex={0}
      sx={{
        ...tabShape,
        gap: 1,
        color: 'text.tertiary',
        cursor: 'default',
        '&:focus-visible': { outlineOffset: -2 },
      }}
    >
      <Icon name="lock" size={14} />
      {label}
    </Box>
  </Tip>
)
