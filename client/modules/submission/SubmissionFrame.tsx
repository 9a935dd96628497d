import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { CrumbPage } from '../../ui/layout/CrumbPage.tsx'

type Props = { crumb: ReactNode; banner: ReactNode; tests: ReactNode; code: ReactNode; history?: ReactNode }

/** Layout of a submission page: tests beside code, stacked under 992 px. */
export const SubmissionFrame = ({ crumb, banner, tests, code, history }: Props) => (
  <CrumbPage crumb={crumb}>
    {banner}
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) minmax(0,.86fr)' },
        gap: 5,
        mt: 5,
        alignItems: 'start',
      }}
    >
      {tests}
      {code}
    </Box>
    {history}
  </CrumbPage>
)

/** Skeleton of the same layout. */
export const SubmissionSkeleton = () => (
  <SubmissionFrame
    crumb={<Skeleton width={90} height={14} />}
    banner={
      <Paper variant="outlined" sx={{ p: 5 }}>
        <Box sx={{ display: 'flex', gap: 3.5, alignItems: 'center', mb: 4 }}>
          <Skeleton width={52} height={52} />
          <Skeleton width={180} height={30} />
        </Box>
        <Skeleton height={24} />
        <Skeleton width="80%" height={14} sx={{ mt: 6 }} />
      </Paper>
    }
    tests={<SkeletonRows rows={6} />}
    code={
      <Paper variant="outlined" sx={{ px: 3 }}>
        <SkeletonRows rows={10} height={28} />
      </Paper>
    }
  />
)
