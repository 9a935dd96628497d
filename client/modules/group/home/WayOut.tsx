import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Low row of a panel: what an act takes away, and its button. */
export const WayOut = ({ hint, children }: { hint: string; children: ReactNode }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 2,
      mt: 3,
      pt: 3,
      borderTop: 1,
      borderColor: 'divider',
    }}
  >
    <Box sx={{ flex: '1 1 140px', typography: 'caption', color: 'text.tertiary', textWrap: 'balance' }}>
      {hint}
    </Box>
    {children}
  </Box>
)
