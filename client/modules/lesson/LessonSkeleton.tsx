import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'

/** A lesson in grey: crumbs, heading, video and text. */
export const LessonSkeleton = () => (
  <Box sx={{ display: 'grid', gap: 3, maxWidth: 820 }}>
    <Skeleton width={200} height={20} />
    <Skeleton width="50%" height={32} />
    <Skeleton width={260} height={20} />
    <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }} />
    <SkeletonRows rows={4} height={28} />
  </Box>
)
