import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'

type Props = { head: ReactNode; main: ReactNode; aside: ReactNode }

/** Where the parts of a problem list stand: the aside goes below the rows under 992 px. */
export const ProblemListFrame = ({ head, main, aside }: Props) => (
  <Box
    sx={{
      maxWidth: 1288,
      mx: 'auto',
      px: { xs: 4, md: 6 },
      py: { xs: 4, md: 6 },
      display: 'grid',
      gap: 4,
      gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 288px' },
      alignItems: 'start',
    }}
  >
    <Box sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      {head}
    </Box>
    <Box sx={{ minWidth: 0 }}>{main}</Box>
    <Box component="aside" sx={{ display: 'grid', gap: 4 }}>
      {aside}
    </Box>
  </Box>
)

/** The same, in grey. */
export const ProblemListSkeleton = () => (
  <ProblemListFrame
    head={<Skeleton width={180} height={30} />}
    main={
      <>
        <Skeleton width="70%" height={32} sx={{ mb: 3 }} />
        <Paper variant="outlined" sx={{ px: 3 }}>
          <SkeletonRows rows={16} />
        </Paper>
      </>
    }
    aside={
      <Paper variant="outlined" sx={{ p: 4 }}>
        <SkeletonRows rows={8} height={32} />
      </Paper>
    }
  />
)
