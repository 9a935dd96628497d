import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'

type Props = { title: ReactNode; children: ReactNode }

/** A narrow card in the middle of the page. */
export const ResetPasswordFrame = ({ title, children }: Props) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 370px)',
      justifyContent: 'center',
      px: 4,
      py: { xs: 6, md: 16 },
    }}
  >
    <Paper variant="outlined" sx={{ p: 6 }}>
      <Box component="h1" sx={{ typography: 'h1', mb: 4 }}>
        {title}
      </Box>
      {children}
    </Paper>
  </Box>
)

export const ResetPasswordSkeleton = () => (
  <ResetPasswordFrame title={<Skeleton width={180} height={30} />}>
    <Box sx={{ display: 'grid', gap: 6 }}>
      {[0, 1, 2, 3].map((field) => (
        <Skeleton key={field} height={40} width="100%" />
      ))}
    </Box>
  </ResetPasswordFrame>
)
