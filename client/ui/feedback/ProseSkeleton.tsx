import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { SkeletonRows } from './SkeletonRows.tsx'

/** Skeleton of a text page. */
export const ProseSkeleton = ({ chapters }: { chapters: number }) => (
  <Box
    sx={{
      maxWidth: 1128,
      mx: 'auto',
      p: { xs: 4, md: 6 },
      display: 'grid',
      gap: { xs: 3, md: 4 },
      gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: '208px minmax(0,1fr)' },
      alignItems: 'start',
    }}
  >
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Skeleton width={240} height={30} />
      <Skeleton width="60%" sx={{ mt: 1 }} />
    </Box>
    <SkeletonRows rows={chapters} height={36} />
    <Paper variant="outlined" sx={{ p: { xs: 4, md: 6 } }}>
      <SkeletonRows rows={20} height={44} />
    </Paper>
  </Box>
)
