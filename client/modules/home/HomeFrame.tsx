import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { PageGrid } from '../../ui/layout/PageGrid.tsx'

type Props = {
  banner: ReactNode
  /** Beside the banner, with the same height. */
  side: ReactNode
  /** Below the banner on the left, as high as `aside`. */
  main: ReactNode
  aside: ReactNode
}

/** Height of the banner and of the column beside it (px). */
export const BANNER = { xs: 200, md: 440 }

/** Layout of the home page: two columns from 992 px on, one column below. */
export const HomeFrame = ({ banner, side, main, aside }: Props) => (
  <PageGrid width={1288} columns="minmax(0,1fr) 336px" wideColumns="minmax(0,1fr) 392px">
    {banner}
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        gap: { xs: 3, md: 4 },
        minWidth: 0,
        height: { lg: BANNER.md },
      }}
    >
      {side}
    </Box>
    <Box
      sx={{
        gridColumn: { lg: 2 },
        gridRow: { lg: 2 },
        // In one column, the last of these comes after `main`.
        display: { xs: 'contents', lg: 'flex' },
        flexDirection: 'column',
        gap: 4,
        minWidth: 0,
        '& > :last-child': { order: { xs: 2, lg: 0 } },
      }}
    >
      {aside}
    </Box>
    <Box
      sx={{
        gridColumn: { lg: 1 },
        gridRow: { lg: 2 },
        order: { xs: 1, lg: 0 },
        display: 'grid',
        // The last card fills the height of the column beside it.
        gridTemplateRows: 'auto 1fr',
        gap: { xs: 3, md: 4 },
        minWidth: 0,
      }}
    >
      {main}
    </Box>
  </PageGrid>
)

type CardProps = {
  /** Id of the heading that labels the section. */
  id: string
  title: ReactNode
  /** Right of the title. */
  aside?: ReactNode
  /** Fills the remaining height. */
  grow?: boolean
  children: ReactNode
}

/** A card with a title. */
export const HomeCard = ({ id, title, aside, grow = false, children }: CardProps) => (
  <Paper
    component="section"
    variant="outlined"
    aria-labelledby={id}
    sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: grow ? 1 : undefined }}
  >
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 4, pt: 3, pb: 2, minHeight: 46 }}>
      <Box component="h2" id={id} sx={{ typography: 'h3', fontWeight: 650, flex: 1, minWidth: 0 }}>
        {title}
      </Box>
      {aside}
    </Box>
    {children}
  </Paper>
)

const Card = ({ rows, height }: { rows: number; height: number }) => (
  <Paper variant="outlined" sx={{ px: 4, pt: 3, pb: 2, overflow: 'hidden' }}>
    <Skeleton width={112} height={18} sx={{ mb: 2 }} />
    <SkeletonRows rows={rows} height={height} />
  </Paper>
)

export const HomeSkeleton = () => (
  <HomeFrame
    banner={<Skeleton variant="rounded" width="100%" height="100%" sx={{ height: BANNER }} />}
    side={
      <>
        <Card rows={2} height={44} />
        <Card rows={5} height={44} />
      </>
    }
    main={
      <>
        <Card rows={3} height={64} />
        <Card rows={10} height={44} />
      </>
    }
    aside={
      <>
        <Card rows={10} height={32} />
        <Card rows={4} height={48} />
      </>
    }
  />
)
