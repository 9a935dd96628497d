import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** The main element, the target of the skip link. */
export const Main = ({ children }: { children: ReactNode }) => (
  <Box
    component="main"
    id="main"
    tabIndex={-1}
    sx={{ flex: 1, minWidth: 0, outline: 'none', '&:focus': { outline: 'none' } }}
  >
    {children}
  </Box>
)
