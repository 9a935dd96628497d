import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { ColourDot } from '../../../ui/text/ColourDot.tsx'

type Props = {
  name: string
  /** Colour set by a tag administrator; null for the default. */
  color?: string | null
  count?: number
  on?: boolean
  href?: string
  label?: string
  children?: ReactNode
}

/** A tag; with `href` it links to the problems that carry it. */
export function TagChip({ name, color, count, on = false, href, label, children }: Props) {
  const look = {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    px: 1.75,
    borderRadius: 0.67,
    typography: 'caption',
    lineHeight: '20px',
    whiteSpace: 'nowrap',
    color: on ? 'accent.fg' : 'text.secondary',
    bgcolor: on ? 'accent.subtle' : 'surface.fill',
    ...(on && { boxShadow: ({ vars }: Themed) => `inset 0 0 0 1px ${vars.palette.accent.border}` }),
  } as const
  const content = (
    <>
      {color && <ColourDot color={color} />}
      {name}
      {count !== undefined && (
        <Box component="small" sx={{ fontSize: 11, color: on ? 'inherit' : 'text.tertiary' }}>
          {count}
        </Box>
      )}
      {children}
    </>
  )
  if (!href) return <Box sx={look}>{content}</Box>
  return (
    <ButtonBase
      href={href}
      aria-label={label}
      aria-current={on || undefined}
      sx={{ ...look, '&:hover': { color: 'accent.fg' } }}
    >
      {content}
    </ButtonBase>
  )
}

type Themed = { vars: { palette: { accent: { border: string } } } }
