import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'

type Props = { head: ReactNode; children: ReactNode }

/** Many columns: the list may be wider than other pages. */
export const SubmissionListFrame = ({ head, children }: Props) => (
  <Box sx={{ maxWidth: 1680, mx: 'auto', px: { xs: 4, md: 8 }, py: { xs: 4, md: 6 } }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: 4 }}>{head}</Box>
    {children}
  </Box>
)

/** The same, in grey. */
export const SubmissionListSkeleton = () => (
  <SubmissionListFrame head={<Skeleton width={160} height={30} />}>
    <Skeleton width="60%" height={32} sx={{ mb: 3 }} />
    <Paper variant="outlined" sx={{ px: 3 }}>
      <SkeletonRows rows={16} />
    </Paper>
  </SubmissionListFrame>
)
