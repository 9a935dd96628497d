/**
 * A frame of several pages that stand behind tabs, the open one in the address. The frame is the outer page, and each
 * tab a page below it, with its own title, data and skeleton:
 *
 *   page({ path: 'setting', guard: requireLogin, entry: () => import('./settingEntry.tsx'), children: [
 *     { index: true, loader: () => replace('/setting/profile') },
 *     page({ path: 'profile', guard: requireLogin, entry: () => import('./profileEntry.tsx') }),
 *   ] })
 *
 *   export const SettingFrame = () => (
 *     <TabbedFrame title={t('user:setting.title')} tabs={[{ href: '/setting/profile', label: … , icon: 'user' }]} />
 *   )
 */
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { type ReactNode, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { RouterLink } from '../relay/RouterLink.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'

export type FrameTab = { href: string; label: string; icon?: IconName }

type Props = {
  title: string
  tabs: readonly FrameTab[]
  /** At the right end of the title's line. */
  aside?: ReactNode
  /** At most so wide (px). */
  width?: number
}

const isOpen = (href: string, path: string) => path === href || path.startsWith(`${href}/`)

export function TabbedFrame({ title, tabs, aside, width = 960 }: Props) {
  const { pathname } = useLocation()
  const strip = useRef<HTMLUListElement>(null)

  // On a phone the strip is wider than the page: the open tab is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another open tab
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && open) strip.current.scrollLeft = open.offsetLeft - strip.current.offsetLeft - 16
  }, [pathname])

  return (
    <Box sx={{ maxWidth: width, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 6 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Box component="h1" sx={{ typography: 'h1' }}>
          {title}
        </Box>
        {aside && <Box sx={{ ml: 'auto' }}>{aside}</Box>}
      </Box>
      <Box component="nav" aria-label={title} sx={{ mx: { xs: -4, md: 0 }, mb: 4 }}>
        <Box
          component="ul"
          ref={strip}
          sx={{
            display: 'flex',
            gap: 5,
            px: { xs: 4, md: 0 },
            overflowX: 'auto',
            scrollbarWidth: 'none',
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          {tabs.map(({ href, label, icon }) => {
            const open = isOpen(href, pathname)
            return (
              <Box component="li" key={href} sx={{ flex: 'none' }}>
                <Link
                  component={RouterLink}
                  href={href}
                  underline="none"
                  keepScroll
                  aria-current={open ? 'page' : undefined}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 1.5,
                    minHeight: { xs: 44, md: 40 },
                    typography: 'body2',
                    fontWeight: open ? 600 : 400,
                    color: open ? 'text.primary' : 'text.secondary',
                    boxShadow: open ? ({ vars }) => `inset 0 -2px ${vars.palette.accent.fg}` : undefined,
                    '&:hover': { color: 'text.primary' },
                    '&:focus-visible': { outlineOffset: -2 },
                  }}
                >
                  {icon && <Icon name={icon} />}
                  {label}
                </Link>
              </Box>
            )
          })}
        </Box>
      </Box>
      <Outlet />
    </Box>
  )
}
