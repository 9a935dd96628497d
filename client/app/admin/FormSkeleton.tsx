import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { AdminPage } from './AdminPage.tsx'

type Props = {
  /** Number of field cards. */
  cards: number
  width?: number
}

/** Skeleton of a page with a long form. */
export const FormSkeleton = ({ cards, width }: Props) => (
  <AdminPage title={<Skeleton width={140} height={30} />}>
    <Box sx={{ display: 'grid', gap: 4, maxWidth: width }}>
      {Array.from({ length: cards }, (_, card) => (
        <Paper key={card} variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
          <Skeleton width={96} height={16} />
          <SkeletonRows rows={2} height={56} />
        </Paper>
      ))}
    </Box>
  </AdminPage>
)
