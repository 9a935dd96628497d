import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

type Props = { rows?: number; height?: number | { xs: number; md: number } }

const WIDTHS = [38, 54, 30, 46, 62, 41]

/** Skeleton of list rows, in their final height. */
export const SkeletonRows = ({ rows = 6, height = 40 }: Props) => (
  <Box aria-hidden>
    {Array.from({ length: rows }, (_, row) => row).map((row) => (
      <Box
        key={row}
        sx={{
          height,
          display: 'flex',
          alignItems: 'center',
          gap: 4,
          '& + &': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <Skeleton width={44} height={12} />
        <Skeleton width={`${WIDTHS[row % WIDTHS.length]}%`} height={12} />
      </Box>
    ))}
  </Box>
)
