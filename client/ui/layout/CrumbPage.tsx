import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

/** Page with a breadcrumb above it. */
export const CrumbPage = ({ crumb, children }: { crumb: ReactNode; children: ReactNode }) => (
  <Box sx={{ maxWidth: 1288, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 6 } }}>
    <Box
      component="nav"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        mb: 2.5,
        minHeight: 24,
        typography: 'dense',
        color: 'text.tertiary',
      }}
    >
      {crumb}
    </Box>
    {children}
  </Box>
)
