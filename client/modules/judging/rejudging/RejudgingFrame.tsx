import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { CrumbPage } from '../../../ui/layout/CrumbPage.tsx'

type Props = { crumb: ReactNode; head: ReactNode; children: ReactNode }

/** Layout of a rejudging page: its parts in one column. */
export const RejudgingFrame = ({ crumb, head, children }: Props) => (
  <CrumbPage crumb={crumb}>
    {head}
    {children}
  </CrumbPage>
)

/** Skeleton of the same layout. */
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
