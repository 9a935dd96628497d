import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** On a solid button: any fill would take contrast from the text. */
  outlined?: boolean
}

/** The name of a key, as on a button that has a shortcut. */
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
