import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  /** For boards with a column for each problem. */
  isWide?: boolean
  children: ReactNode
}

/** Centred page with a heading and tabs of its own. */
export const PageFrame = ({ isWide = false, children }: Props) => (
  <Box
    sx={{
      maxWidth: isWide ? 1680 : 1288,
      mx: 'auto',
      px: { xs: 4, md: 6 },
      pt: { xs: 4, md: 6 },
      pb: { xs: 8, md: 12 },
    }}
  >
    {children}
  </Box>
)
