import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'

type Props = { head: ReactNode; main: ReactNode; aside: ReactNode }

const COLUMN = { display: 'grid', gap: { xs: 3, md: 4 }, alignContent: 'start', minWidth: 0 } as const

/** Layout of a home page: head, then two columns from 992 px on. */
export const UserHomeFrame = ({ head, main, aside }: Props) => (
  <Box
    sx={{
      maxWidth: 1288,
      mx: 'auto',
      px: { xs: 4, md: 6 },
      pt: { xs: 4, md: 6 },
      pb: { xs: 8, md: 12 },
      display: 'grid',
      gap: { xs: 3, md: 4 },
      gridTemplateColumns: 'minmax(0,1fr)',
    }}
  >
    {head}
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 3, md: 4 },
        gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 336px' },
      }}
    >
      <Box sx={COLUMN}>{main}</Box>
      <Box sx={COLUMN}>{aside}</Box>
    </Box>
  </Box>
)

type CardProps = {
  /** Id of the heading that labels the section. */
  id: string
  title: string
  /** Beside the title, in grey. */
  note?: ReactNode
  /** Right of the title. */
  end?: ReactNode
  /** The content has its own padding. */
  flush?: boolean
  children: ReactNode
}

/** A card with a title. */
export const HomeCard = ({ id, title, note, end, flush = false, children }: CardProps) => (
  <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ minWidth: 0, overflow: 'hidden' }}>
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, px: 4, pt: 3.5, pb: 2 }}>
      <Box component="h2" id={id} sx={{ typography: 'h3' }}>
        {title}
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, typography: 'caption', color: 'text.tertiary' }}>{note}</Box>
      <Box sx={{ flex: 'none', typography: 'dense', fontVariantNumeric: 'tabular-nums' }}>{end}</Box>
    </Box>
    <Box sx={flush ? {} : { px: 4, pb: 4 }}>{children}</Box>
  </Paper>
)

const Card = ({ rows, height }: { rows: number; height: number }) => (
  <Paper variant="outlined" sx={{ px: 4, pt: 3, pb: 2, overflow: 'hidden' }}>
    <Skeleton width={112} height={18} sx={{ mb: 2 }} />
    <SkeletonRows rows={rows} height={height} />
  </Paper>
)

export const UserHomeSkeleton = () => (
  <UserHomeFrame
    head={
      <>
        <Box sx={{ display: 'flex', gap: 4, alignItems: 'center' }}>
          <Skeleton variant="circular" width={72} height={72} />
          <Box>
            <Skeleton width={160} height={28} />
            <Skeleton width={240} height={18} />
          </Box>
        </Box>
        <Card rows={1} height={40} />
      </>
    }
    main={
      <>
        <Card rows={3} height={48} />
        <Card rows={6} height={40} />
      </>
    }
    aside={
      <>
        <Card rows={2} height={40} />
        <Card rows={6} height={28} />
      </>
    }
  />
)
