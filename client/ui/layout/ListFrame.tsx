import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { SkeletonRows } from '../feedback/SkeletonRows.tsx'

type Props = {
  title: ReactNode
  /** Right of the title: the count, a live mark. */
  note?: ReactNode
  /** Right end of the title row. */
  actions?: ReactNode
  /** What can be left out of the list. */
  filters?: ReactNode
  /** Right of the rows; below them under 992 px. */
  aside?: ReactNode
  /** Maximum width (px). */
  width?: number
  /** Inside a frame with margins and a heading of its own. */
  isPart?: boolean
  children: ReactNode
}

/** List page: title, filters, rows and an aside. */
export function ListFrame(props: Props) {
  const { title, note, actions, filters, aside, width = 1288, isPart = false, children } = props
  const rows = (
    <Box sx={{ minWidth: 0 }}>
      {filters && <FilterBar>{filters}</FilterBar>}
      {children}
    </Box>
  )
  return (
    <Box
      sx={
        isPart
          ? {}
          : { maxWidth: width, mx: 'auto', px: { xs: 4, md: width > 1288 ? 8 : 6 }, py: { xs: 4, md: 6 } }
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mb: isPart ? 3 : 4 }}>
        <Box component={isPart ? 'h2' : 'h1'} sx={{ typography: isPart ? 'h3' : 'h1' }}>
          {title}
        </Box>
        {note}
        {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: 'auto' }}>{actions}</Box>}
      </Box>
      {aside ? (
        <Box
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 288px' },
            alignItems: 'start',
          }}
        >
          {rows}
          <Box component="aside" sx={{ display: 'grid', gap: 4 }}>
            {aside}
          </Box>
        </Box>
      ) : (
        rows
      )}
    </Box>
  )
}

/** Filters in a wrapping row. */
export const FilterBar = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 3 }}>{children}</Box>
)

/** Skeleton of a list page. */
export const ListSkeleton = ({ width, aside }: { width?: number; aside?: boolean }) => (
  <ListFrame
    width={width}
    title={<Skeleton width={180} height={30} />}
    filters={<Skeleton width="70%" height={32} />}
    aside={
      aside && (
        <Paper variant="outlined" sx={{ p: 4 }}>
          <SkeletonRows rows={8} height={32} />
        </Paper>
      )
    }
  >
    <Paper variant="outlined" sx={{ px: 3 }}>
      <SkeletonRows rows={16} />
    </Paper>
  </ListFrame>
)

/** Skeleton of a list inside a frame. */
export const ListPartSkeleton = () => (
  <ListFrame isPart title={<Skeleton width={160} height={30} />}>
    <Paper variant="outlined" sx={{ px: 3 }}>
      <SkeletonRows rows={8} />
    </Paper>
  </ListFrame>
)
