import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  /** Maximum width (px). */
  width: number
  /** Grid columns from 992 px; one column below. */
  columns: string
  /** Grid columns from 1200 px. */
  wideColumns?: string
  alignItems?: 'start'
  children: ReactNode
}

/** Centred page of cards with uniform gaps. */
export const PageGrid = ({ width, columns, wideColumns, alignItems, children }: Props) => (
  <Box
    sx={{
      maxWidth: width,
      mx: 'auto',
      px: { xs: 4, md: 6 },
      pt: { xs: 4, md: 6 },
      pb: { xs: 8, md: 12 },
      display: 'grid',
      gap: { xs: 3, md: 4 },
      gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: columns, ...(wideColumns ? { xl: wideColumns } : {}) },
      alignItems,
    }}
  >
    {children}
  </Box>
)
