import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  /** At most so wide (px). */
  width: number
  /** The columns from 992 px on; under that there is one. */
  columns: string
  /** Wider columns from 1200 px on. */
  wideColumns?: string
  alignItems?: 'start'
  children: ReactNode
}

/** A page made of cards: centred, with the same air around and between them everywhere. */
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
