import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { PLACE_BAR } from '../../ui/layout/placeBar.ts'
import tokens from '../../ui/tokens.json'

const { topBar, topBarPhone } = tokens.spacing

/** A problem page fills the window below the bars, or all of it in focus mode. */
export const windowHeight = (full: boolean) =>
  full ? '100dvh' : { xs: heightBelow(topBarPhone), lg: heightBelow(topBar) }

const heightBelow = (bar: number) => `calc(100dvh - ${bar}px - var(${PLACE_BAR}, 0px))`

/** Skeleton: statement left, editor right. */
export const ProblemSkeleton = ({ full = false }: { full?: boolean }) => (
  <Box
    sx={{
      height: windowHeight(full),
      p: { xs: 0, md: 2 },
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: 'minmax(0,1fr)', md: 'minmax(0,46fr) minmax(0,54fr)' },
    }}
  >
    <Paper variant="outlined" sx={{ px: 5, py: 4, overflow: 'hidden' }}>
      <Skeleton width="46%" height={28} />
      <Skeleton width="72%" height={16} sx={{ mt: 3, mb: 6 }} />
      <SkeletonRows rows={7} height={32} />
    </Paper>
    <Paper variant="outlined" sx={{ px: 4, py: 3, overflow: 'hidden', display: { xs: 'none', md: 'block' } }}>
      <Skeleton width={140} height={28} />
    </Paper>
  </Box>
)
