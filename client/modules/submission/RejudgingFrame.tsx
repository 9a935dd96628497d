import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'

type Props = { crumb: ReactNode; head: ReactNode; children: ReactNode }

/** Where the parts of a rejudging stand, one below the other. */
export const RejudgingFrame = ({ crumb, head, children }: Props) => (
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
    {head}
    {children}
  </Box>
)

/** The same, in grey. */
export const RejudgingSkeleton = () => (
  <RejudgingFrame
    crumb={<Skeleton width={90} height={14} />}
    head={<Skeleton width={220} height={30} sx={{ mb: 4 }} />}
  >
    <Skeleton height={48} sx={{ mb: 5 }} />
    <Paper variant="outlined" sx={{ px: 3 }}>
      <SkeletonRows rows={10} />
    </Paper>
  </RejudgingFrame>
)
