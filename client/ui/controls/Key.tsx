import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** For solid buttons, where a fill would lower the contrast. */
  outlined?: boolean
}

/** Name of a key, as on a button with a shortcut. */
export const Key = ({ children, outlined = false }: Props) => (
  <Box
    component="kbd"
    aria-hidden
    sx={{
      px: 1.25,
      borderRadius: 0.67,
      fontFamily: 'fontFamily',
      fontSize: 11,
      fontWeight: 500,
      lineHeight: '16px',
      whiteSpace: 'nowrap',
      color: 'inherit',
      ...(outlined
        ? { boxShadow: 'inset 0 0 0 1px color-mix(in srgb, currentColor 50%, transparent)' }
        : { background: 'color-mix(in srgb, currentColor 13%, transparent)' }),
    }}
  >
    {children}
  </Box>
)
