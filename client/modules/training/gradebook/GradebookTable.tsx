import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useRef } from 'react'
import type { Gradebook_row$data } from '../../../__generated__/Gradebook_row.graphql.ts'
import { useVisibleRows } from '../../../ui/table/useVisibleRows.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { FRAME } from '../homework/matrixGrid.ts'
import { StudentName } from '../homework/StudentName.tsx'
import { type Column, colourOf, meanOf, sharesOf } from './gradebook.ts'

type Student = Gradebook_row$data[number]

/** Sizes (px). */
const ROW = 44
const HEAD = 56
const WIDTHS = { student: { xs: 128, md: 200 }, mean: 76, column: 104, gap: 4 }

/** Rows drawn beyond each edge of the visible area. */
const BEYOND = 8

type Props = {
  columns: readonly Column[]
  rows: readonly Student[]
  /** All rows, for the means of the last line. */
  all: readonly Student[]
}

/** Students by homework and exams, in a frame that scrolls both ways; only visible rows are drawn. */
export function GradebookTable({ columns, rows, all }: Props) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const sight = useVisibleRows(frame, ROW)
  const from = Math.max(0, sight.from - BEYOND)
  const shown = rows.slice(from, sight.from + sight.count + BEYOND)
  const grid = gridOf(columns.length)
  const shares = all.map(sharesOf)
  const means = columns.map((_, at) => meanOf(shares.map((share) => share[at])))
  return (
    <Box
      ref={frame}
      role="table"
      aria-label={t('homework:gradebook.title')}
      aria-rowcount={rows.length + 2}
      tabIndex={0}
      sx={{ ...FRAME, fontVariantNumeric: 'tabular-nums' }}
    >
      <Box role="row" sx={{ ...grid, borderBottom: '1px solid', ...EDGE, top: 0, height: HEAD }}>
        <Box role="columnheader" sx={PIN}>
          {t('homework:matrix.student')}
        </Box>
        <Box role="columnheader" sx={FIGURE} title={t('homework:gradebook.meanHint')}>
          {t('homework:gradebook.mean')}
        </Box>
        {columns.map(({ id, title, href, when, at }) => (
          <Box key={id} role="columnheader" sx={{ ...FIGURE, minWidth: 0 }}>
            <Link
              href={href}
              color="text.primary"
              title={title}
              sx={{ ...CUT, display: 'block', fontWeight: 600 }}
            >
              {title}
            </Link>
            <Box component="time" dateTime={at} sx={{ ...CUT, display: 'block' }}>
              {t(`homework:gradebook.${when}`, { time: formatDateTime(at).slice(5, 10) })}
            </Box>
          </Box>
        ))}
      </Box>
      <Box role="rowgroup" sx={{ position: 'relative', height: rows.length * ROW, minWidth: grid.minWidth }}>
        {shown.map((student, index) => (
          <Row
            key={student.uid}
            student={student}
            columns={columns}
            rowIndex={from + index + 2}
            top={(from + index) * ROW}
          />
        ))}
      </Box>
      <Box role="row" sx={{ ...grid, borderTop: '1px solid', ...EDGE, bottom: 0, height: ROW }}>
        <Box role="rowheader" sx={{ ...PIN, gap: 2, color: 'text.primary', fontWeight: 600 }}>
          {t('homework:gradebook.classMean')}
          <Box component="span" sx={{ fontWeight: 400, color: 'text.tertiary', ...CUT }}>
            {t('homework:gradebook.students', { count: all.length })}
          </Box>
        </Box>
        <Share value={meanOf(all.map(({ meanPercent }) => meanPercent))} isMean />
        {columns.map(({ id, isUnderWay }, at) => (
          <Share key={id} value={means[at]} isUnderWay={isUnderWay} />
        ))}
      </Box>
    </Box>
  )
}

type RowProps = { student: Student; columns: readonly Column[]; rowIndex: number; top: number }

function Row({ student, columns, rowIndex, top }: RowProps) {
  const { t } = useTranslation()
  const { username, meanPercent } = student
  const shares = sharesOf(student)
  return (
    <Box
      role="row"
      aria-rowindex={rowIndex}
      data-row={username}
      style={{ transform: `translateY(${top}px)` }}
      sx={{
        ...gridOf(columns.length),
        position: 'absolute',
        top: 0,
        left: 0,
        right: 0,
        height: ROW,
        bgcolor: 'background.paper',
        borderBottom: '1px solid',
        borderColor: 'line.subtle',
        '&:hover': { bgcolor: 'surface.hover' },
      }}
    >
      <Box role="rowheader" sx={PIN}>
        <StudentName student={student} />
      </Box>
      <Share value={meanPercent} isMean />
      {columns.map(({ id, isUnderWay, why }, at) => {
        const share = shares[at]
        const hint = typeof share === 'number' ? undefined : t(`homework:gradebook.${why}`)
        return <Share key={id} value={share} isUnderWay={isUnderWay} why={hint} />
      })}
    </Box>
  )
}

type ShareProps = {
  /** Percent. */
  value: number | null | undefined
  isMean?: boolean
  isUnderWay?: boolean
  /** Why there is none. */
  why?: string | undefined
}

const Share = ({ value, isMean = false, isUnderWay = false, why }: ShareProps) => (
  <Box
    role="cell"
    title={why}
    sx={{
      ...FIGURE,
      typography: 'body2',
      fontWeight: isMean ? 600 : 400,
      color: colourOf(value, isUnderWay),
    }}
  >
    {value ?? '–'}
  </Box>
)

const gridOf = (columns: number) => {
  const { student, mean, column, gap } = WIDTHS
  const rest = mean + gap + columns * (column + gap) + 2 * gap
  return {
    display: 'grid',
    alignItems: 'center',
    columnGap: `${gap}px`,
    gridTemplateColumns: {
      xs: `${student.xs}px ${mean}px repeat(${columns}, minmax(${column}px, 1fr))`,
      md: `minmax(${student.md}px, 1.4fr) ${mean}px repeat(${columns}, minmax(${column}px, 1fr))`,
    },
    minWidth: { xs: `${student.xs + rest}px`, md: `${student.md + rest}px` },
  } as const
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const FIGURE = { textAlign: 'right', pr: 3 } as const
const PIN = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  bgcolor: 'inherit',
  alignSelf: 'stretch',
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  pl: { xs: 4, md: 3 },
  pr: 1,
} as const
const EDGE = {
  position: 'sticky',
  zIndex: 3,
  bgcolor: 'surface.sunken',
  borderColor: 'line.default',
  typography: 'caption',
  color: 'text.secondary',
} as const
