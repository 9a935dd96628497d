import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = { children: ReactNode; maxHeight?: number }

/** Preformatted text in a scrolling box. */
export const PreBox = ({ children, maxHeight = 320 }: Props) => (
  <Box
    component="pre"
    tabIndex={0}
    sx={{
      m: 0,
      p: 3,
      maxHeight,
      overflow: 'auto',
      typography: 'code',
      border: 1,
      borderColor: 'divider',
      borderRadius: 1,
      bgcolor: 'surface.sunken',
    }}
  >
    {children}
  </Box>
)
