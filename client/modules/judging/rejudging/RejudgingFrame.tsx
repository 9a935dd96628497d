import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { CrumbPage } from '../../../ui/layout/CrumbPage.tsx'

type Props = { crumb: ReactNode; head: ReactNode; children: ReactNode }

/** Where the parts of a rejudging stand, one below the other. */
export const RejudgingFrame = ({ crumb, head, children }: Props) => (
  <CrumbPage crumb={crumb}>
    {head}
    {children}
  </CrumbPage>
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
