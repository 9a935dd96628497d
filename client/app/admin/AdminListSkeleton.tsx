import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { AdminPage } from './AdminPage.tsx'

/** Skeleton of an administration page with a list. */
export const AdminListSkeleton = () => (
  <AdminPage title={<Skeleton width={140} height={30} />}>
    <Box sx={{ mb: 3 }}>
      <Skeleton width={280} height={32} sx={{ maxWidth: '100%' }} />
    </Box>
    <Paper variant="outlined" sx={{ px: 3 }}>
      <SkeletonRows rows={12} />
    </Paper>
  </AdminPage>
)
