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
import type { Key, ReactNode, RefCallback } from 'react'
import { followRow } from '../table/followRow.ts'
import { Head, sortedAs } from '../table/Head.tsx'
import type { RowOrder } from '../table/useOrder.ts'
import { useRowControls } from '../table/useRowControls.tsx'
import type { Selection } from '../table/useSelection.ts'
import tokens from '../tokens.json'

export type Column<Row> = {
  key: string
  /** Column title; `hiddenLabel` keeps it for screen readers only. */
  label: string
  hiddenLabel?: boolean
  cell: (row: Row) => ReactNode
  /** Right-aligned. */
  numeric?: boolean
  /** Takes the remaining width, and truncates. */
  grow?: boolean
  width?: number
  /** Hidden below this width: 'lg' is 992 px, 'xl' is 1240 px, a number is px. */
  from?: 'lg' | 'xl' | number
  mono?: boolean
  /** Replaces the title, such as a checkbox for all rows. */
  head?: ReactNode
  /** Sort key in the address; makes the head sortable. */
  sortBy?: string
}

/** Current sort order and the address of another one, read and written by listAddress' `order`. */
export type TableSort = {
  order: { by: string; down: boolean } | null
  href: (order: { by: string; down: boolean } | null) => string
}

type Props<Row> = {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Key
  /** A click beside links and controls follows the first link of the row. */
  opens?: boolean
  /** Marks the viewer's own rows with a bar. */
  isOwn?: (row: Row) => boolean
  /** New or changed rows fade in. */
  isFresh?: (row: Row) => boolean
  /** Container of the rows, which moves them softly (useGlide). */
  body?: RefCallback<HTMLElement>
  /** A row on a phone, two or three lines. Without it the table is kept. */
  card?: (row: Row) => ReactNode
  /** Shown when there are no rows. */
  empty?: ReactNode
  /** Number of skeleton rows while loading. */
  loading?: number
  sort?: TableSort
  /** Selectable rows, from useSelection; a BulkBar above the table has the actions. */
  selection?: Selection
  /** Reorderable rows, from useOrder; pass its `rows` too. */
  order?: RowOrder
  /** Name of a row, for its checkbox and its handle. */
  nameOf?: (row: Row) => string
}

const SKELETON = ['62%', '46%', '78%', '54%', '70%', '40%']

/** Table with rows of 40 px and a sticky head; cards under 768 px. */
export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, rowKey, isOwn, isFresh, card, empty, loading, sort, opens } = props
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
          // No bar covers the top of a dialog.
          '[role="dialog"] & th': { top: 0 },
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
        <TableBody ref={props.body}>
          {loading === undefined
            ? rows.map((row) => (
                <TableRow
                  key={rowKey(row)}
                  hover
                  onClick={opens ? followRow : undefined}
                  sx={rowStyle(isOwn?.(row) ?? false, isFresh?.(row) ?? false, opens)}
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

/** Minimum width of a growing column (px): about twelve characters of a title. */
const LEAST = 200

function placed<Row>({ width, grow, from, numeric, mono }: Column<Row>) {
  return {
    width: grow ? '99%' : width,
    ...(grow && { minWidth: LEAST, maxWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }),
    ...(typeof from === 'number'
      ? { [`@media (max-width: ${from - 0.05}px)`]: { display: 'none' } }
      : from && { display: { xs: 'none', [from]: 'table-cell' } }),
    ...(numeric && { fontVariantNumeric: 'tabular-nums' }),
    ...(mono && { typography: 'code' }),
  }
}

function rowStyle(own: boolean, fresh: boolean, opens: boolean | undefined) {
  return {
    ...(opens && { cursor: 'pointer' }),
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

/** One column that is never wider than its place: what does not fit is cut or wraps. */
const COLUMN = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const

function Cards<Row>(props: Props<Row> & { card: (row: Row) => ReactNode; leading: readonly Column<Row>[] }) {
  const { label, rows, rowKey, isOwn, isFresh, card, loading, leading, body, opens } = props
  return (
    <Box
      ref={body}
      component="ul"
      aria-label={label}
      aria-busy={loading !== undefined}
      sx={{ ...COLUMN, gap: 2 }}
    >
      {loading === undefined
        ? rows.map((row) => {
            const own = isOwn?.(row) ?? false
            return (
              <Paper
                key={rowKey(row)}
                component="li"
                variant="outlined"
                onClick={opens ? followRow : undefined}
                sx={{
                  px: 3,
                  py: 2.5,
                  ...(opens && { cursor: 'pointer' }),
                  ...COLUMN,
                  gap: 1,
                  typography: 'dense',
                  // A long word breaks where its box is narrower.
                  overflowWrap: 'break-word',
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
                    <Box sx={{ ...COLUMN, flex: 1, minWidth: 0, gap: 1 }}>{card(row)}</Box>
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
