import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useTheme } from '@mui/material/styles'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Key, ReactNode } from 'react'
import { Head, sortedAs } from '../table/Head.tsx'
import type { RowOrder } from '../table/useOrder.ts'
import { useRowControls } from '../table/useRowControls.tsx'
import type { Selection } from '../table/useSelection.ts'
import tokens from '../tokens.json'

export type Column<Row> = {
  key: string
  /** Words in the head; `hiddenLabel` keeps them for screen readers only. */
  label: string
  hiddenLabel?: boolean
  cell: (row: Row) => ReactNode
  /** Numbers stand at the right. */
  numeric?: boolean
  /** Takes the room that is left, and cuts its text. */
  grow?: boolean
  width?: number
  /** Goes away under this width: 'lg' under 992 px, 'xl' under 1240 px. */
  from?: 'lg' | 'xl'
  mono?: boolean
  /** Instead of the words, such as a box that chooses all rows. */
  head?: ReactNode
  /** Its head sorts the rows, under this name in the address. */
  sortBy?: string
}

/** How the rows are sorted, and the address of another order: listAddress' `order` reads and writes it. */
export type TableSort = {
  order: { by: string; down: boolean } | null
  href: (order: { by: string; down: boolean } | null) => string
}

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** The reader's own rows carry a bar. */
  isOwn?: (row: Row) => boolean
  /** Rows that have just come or changed fade in. */
  isFresh?: (row: Row) => boolean
  /** A row on a phone: two or three lines. Without it the table stays a table. */
  card?: (row: Row) => ReactNode
  /** Instead of rows when there are none. */
  empty?: ReactNode
  /** Shown instead of the rows while they load: how many there will be. */
  loading?: number
  sort?: TableSort
  /** Rows can be chosen: from useSelection; a BulkBar above the table has the acts. */
  selection?: Selection
  /** Rows can be moved: from useOrder, whose rows these are. */
  order?: RowOrder
  /** What a row is called, for its checkbox and its handle. */
  nameOf?: (row: Row) => string
}

const SKELETON = ['62%', '46%', '78%', '54%', '70%', '40%']

/** Rows of 40 px on a desk, cards under 768 px. The head stays in sight. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, rowKey, isOwn, isFresh, card, empty, loading, sort } = props
  const { breakpoints } = useTheme()
  const narrow = useMediaQuery(breakpoints.down('md'), { noSsr: true })
  const { leading, spoken } = useRowControls(props)
  const columns = [...leading, ...props.columns]

  if (loading === undefined && rows.length === 0 && empty) return <Paper variant="outlined">{empty}</Paper>
  if (narrow && card)
    return (
      <>
        <Cards {...props} leading={leading} card={card} />
        {spoken}
      </>
    )

  return (
    <Paper variant="outlined" sx={{ overflow: { xs: 'auto', lg: 'clip' } }}>
      <Table
        aria-label={label}
        aria-busy={loading !== undefined}
        stickyHeader
        sx={{
          '& tbody tr:last-child td': { borderBottom: 0 },
          '& th': { top: { lg: tokens.spacing.topBar } },
        }}
      >
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell
                key={column.key}
                align={column.numeric ? 'right' : 'left'}
                aria-sort={sortedAs(column, sort)}
                sx={placed({ ...column, mono: false })}
              >
                <Head column={column} sort={sort} />
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {loading === undefined
            ? rows.map((row) => (
                <TableRow
                  key={rowKey(row)}
                  hover
                  sx={rowStyle(isOwn?.(row) ?? false, isFresh?.(row) ?? false)}
                >
                  {columns.map((column) => (
                    <TableCell key={column.key} align={column.numeric ? 'right' : 'left'} sx={placed(column)}>
                      {column.cell(row)}
                    </TableCell>
                  ))}
                </TableRow>
              ))
            : lines(loading).map((line) => (
                <TableRow key={line}>
                  {columns.map((column, index) => (
                    <TableCell key={column.key} align={column.numeric ? 'right' : 'left'} sx={placed(column)}>
                      <Skeleton
                        height={12}
                        width={
                          column.grow
                            ? SKELETON[line % SKELETON.length]
                            : index === 0 && column.hiddenLabel
                              ? 14
                              : 56
                        }
                        sx={{ display: 'inline-block', maxWidth: '100%', verticalAlign: 'middle' }}
                      />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
        </TableBody>
      </Table>
      {spoken}
    </Paper>
  )
}

const lines = (count: number) => Array.from({ length: count }, (_, line) => line)

/** A title shows twelve characters or more before it is cut. */
const LEAST = 200

function placed<Row>({ width, grow, from, numeric, mono }: Column<Row>) {
  return {
    width: grow ? '99%' : width,
    ...(grow && { minWidth: LEAST, maxWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }),
    ...(from && { display: { xs: 'none', [from]: 'table-cell' } }),
    ...(numeric && { fontVariantNumeric: 'tabular-nums' }),
    ...(mono && { typography: 'code' }),
  }
}

function rowStyle(own: boolean, fresh: boolean) {
  return {
    ...(own && {
      '& > td': { bgcolor: 'surface.selected' },
      '& > td:first-of-type': {
        boxShadow: ({ vars }: { vars: Vars }) => `inset 2px 0 ${vars.palette.accent.fg}`,
      },
    }),
    ...(fresh && {
      '& > td': {
        animation: 'row-fresh 1.6s cubic-bezier(.2,0,0,1)',
        '@keyframes row-fresh': { from: { background: 'var(--mui-palette-accent-subtle)' } },
      },
    }),
  }
}

type Vars = { palette: { accent: { fg: string } } }

function Cards<Row>(props: Props<Row> & { card: (row: Row) => ReactNode; leading: readonly Column<Row>[] }) {
  const { label, rows, rowKey, isOwn, isFresh, card, loading, leading } = props
  return (
    <Box component="ul" aria-label={label} aria-busy={loading !== undefined} sx={{ display: 'grid', gap: 2 }}>
      {loading === undefined
        ? rows.map((row) => {
            const own = isOwn?.(row) ?? false
            return (
              <Paper
                key={rowKey(row)}
                component="li"
                variant="outlined"
                sx={{
                  px: 3,
                  py: 2.5,
                  display: 'grid',
                  gap: 1,
                  typography: 'dense',
                  ...(own && {
                    bgcolor: 'surface.selected',
                    boxShadow: ({ vars }) => `inset 3px 0 ${vars.palette.accent.fg}`,
                  }),
                  ...(isFresh?.(row) && {
                    animation: 'card-fresh 1.6s',
                    '@keyframes card-fresh': { from: { background: 'var(--mui-palette-accent-subtle)' } },
                  }),
                }}
              >
                {leading.length > 0 ? (
                  <Box sx={{ display: 'flex', gap: 2 }}>
                    {leading.map((column) => (
                      <Box key={column.key} sx={{ pt: 0.5 }}>
                        {column.cell(row)}
                      </Box>
                    ))}
                    <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1 }}>{card(row)}</Box>
                  </Box>
                ) : (
                  card(row)
                )}
              </Paper>
            )
          })
        : lines(loading).map((line) => (
            <Paper
              key={line}
              component="li"
              variant="outlined"
              sx={{ px: 3, py: 2.5, display: 'grid', gap: 2.5 }}
            >
              <Skeleton width="40%" height={14} />
              <Skeleton width={SKELETON[line % SKELETON.length]} height={12} />
            </Paper>
          ))}
    </Box>
  )
}
