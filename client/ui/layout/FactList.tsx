import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Named facts in a panel, one a line. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <Box component="dl" sx={{ m: 0 }}>
    {children}
  </Box>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      justifyContent: 'space-between',
      gap: 4,
      py: 1.5,
      typography: 'dense',
      '& + &': { borderTop: 1, borderColor: 'divider' },
    }}
  >
    <Box component="dt" sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}>
      {name}
    </Box>
    <Box
      component="dd"
      sx={{
        m: 0,
        minWidth: 0,
        textAlign: 'right',
        fontVariantNumeric: 'tabular-nums',
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </Box>
  </Box>
)
