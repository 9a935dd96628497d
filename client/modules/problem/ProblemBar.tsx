import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Children, isValidElement, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { RouterLink } from '../../relay/RouterLink.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { windowHeight } from './ProblemFrame.tsx'

type BarProps = {
  /** Accessible name of the bar. */
  label: string
  /** The contest or training that the problems belong to. */
  back: { href: string; title: string }
  /** In focus mode the bar stands at the lower edge. */
  full: boolean
  /** Right end, such as a clock. */
  end?: ReactNode
  /** A ProblemTile for each problem. */
  children: ReactNode
}

/** Bar of a contest or training beside its open problem: link back, and a tile for each problem. */
export function ProblemBar({ label, back, full, end, children }: BarProps) {
  const { pathname } = useLocation()
  const strip = useRef<HTMLUListElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another open tile
  useEffect(() => {
    const { current } = strip
    const open = current?.querySelector<HTMLElement>('[aria-current]')
    if (current && open) current.scrollLeft = open.offsetLeft - current.offsetLeft - current.clientWidth / 2
  }, [pathname])

  return (
    <Box
      data-screen=""
      data-low={full ? '' : undefined}
      component="nav"
      aria-label={label}
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 2, md: 4 },
        minHeight: 40,
        px: { xs: 3, md: 4 },
        bgcolor: 'surface.main',
        ...(full ? { borderTop: 1 } : { borderBottom: 1 }),
        borderColor: 'divider',
      }}
    >
      <Link
        href={back.href}
        color="text.secondary"
        title={back.title}
        aria-label={back.title}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          minWidth: 0,
          maxWidth: '28%',
          typography: 'dense',
          fontWeight: 500,
        }}
      >
        <Icon name="left" size={14} />
        <Box
          component="span"
          sx={{
            display: { xs: 'none', md: 'inline' },
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {back.title}
        </Box>
      </Link>
      <Box
        component="ul"
        ref={strip}
        sx={{
          display: 'flex',
          gap: 1,
          flex: 1,
          minWidth: 0,
          overflowX: 'auto',
          scrollbarWidth: 'none',
        }}
      >
        {Children.map(children, (tile) => (
          <Box component="li" key={isValidElement(tile) ? tile.key : undefined} sx={{ flex: 'none' }}>
            {tile}
          </Box>
        ))}
      </Box>
      {end}
    </Box>
  )
}

type TileProps = {
  href: string
  title: string
  /** Accessible name; the content when left out. */
  label?: string
  isOpen: boolean
  children: ReactNode
}

/** Link to a problem in a ProblemBar. */
export const ProblemTile = ({ href, title, label, isOpen, children }: TileProps) => (
  <Link
    component={RouterLink}
    href={href}
    underline="none"
    title={title}
    aria-label={label}
    aria-current={isOpen ? 'page' : undefined}
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1,
      minHeight: 28,
      px: 2,
      borderRadius: 1,
      typography: 'dense',
      fontWeight: isOpen ? 650 : 500,
      color: isOpen ? 'text.primary' : 'text.secondary',
      bgcolor: isOpen ? 'surface.fill' : undefined,
      '&:hover': { bgcolor: 'surface.hover', color: 'text.primary' },
      '&:focus-visible': { outlineOffset: -2 },
    }}
  >
    {children}
  </Link>
)

type DeskProps = {
  /** Focus mode. */
  full: boolean
  bar: ReactNode
  /** The problem page. */
  desk: ReactNode
  /** Dialogs of the page. */
  children?: ReactNode
}

/** Problem page with a bar: above it, or at the lower edge in focus mode. */
export const BarredDesk = ({ full, bar, desk, children }: DeskProps) => (
  <Box data-paper="" sx={{ height: windowHeight(full), display: 'flex', flexDirection: 'column' }}>
    {!full && bar}
    <Box data-paper="" sx={{ flex: 1, minHeight: 0 }}>
      {desk}
    </Box>
    {full && bar}
    {children}
  </Box>
)
