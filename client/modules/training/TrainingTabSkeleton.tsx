import Skeleton from '@mui/material/Skeleton'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { Columns } from '../../ui/layout/Columns.tsx'

export const TrainingTabSkeleton = () => (
  <Columns main={<SkeletonRows rows={8} height={44} />} aside={<Skeleton variant="rounded" height={200} />} />
)
