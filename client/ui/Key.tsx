import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The name of a key, as on a button that has a shortcut. */
export const Key = ({ children }: { children: ReactNode }) => (
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
      background: 'color-mix(in srgb, currentColor 13%, transparent)',
    }}
  >
    {children}
  </Box>
)
