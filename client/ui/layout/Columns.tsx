import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  main: ReactNode
  /** Right of the main column; below it under 992 px. */
  aside: ReactNode
}

const CARDS = { display: 'grid', gap: { xs: 3, md: 4 }, minWidth: 0 } as const

/** Two columns of cards under a frame. */
export const Columns = ({ main, aside }: Props) => (
  <Box
    sx={{
      display: 'grid',
      gap: { xs: 3, md: 4 },
      gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 340px' },
      alignItems: 'start',
    }}
  >
    <Box sx={CARDS}>{main}</Box>
    <Box component="aside" sx={CARDS}>
      {aside}
    </Box>
  </Box>
)
