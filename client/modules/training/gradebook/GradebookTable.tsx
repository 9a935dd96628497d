import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useRef } from 'react'
import type { Gradebook_gradebook$data } from '../../../__generated__/Gradebook_gradebook.graphql.ts'
import type { Gradebook_row$data } from '../../../__generated__/Gradebook_row.graphql.ts'
import { useVisibleRows } from '../../../ui/table/useVisibleRows.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { trainingHref } from '../addresses.ts'
import { FRAME } from '../homework/matrixGrid.ts'
import { StudentName } from '../homework/StudentName.tsx'
import { colourOf, meanOf } from './gradebook.ts'

type Student = Gradebook_row$data[number]
type Work = Gradebook_gradebook$data['trainings'][number]

/** Sizes (px). */
const ROW = 44
const HEAD = 56
const WIDTHS = { student: { xs: 128, md: 200 }, mean: 76, work: 104, gap: 4 }

/** Rows drawn beyond each edge of the visible area. */
const BEYOND = 8

type Props = {
  works: readonly Work[]
  rows: readonly Student[]
  /** All rows, for the means of the last line. */
  all: readonly Student[]
}

/** Students by homework, in a frame that scrolls both ways; only visible rows are drawn. */
export function GradebookTable({ works, rows, all }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const frame = useRef<HTMLDivElement>(null)
  const sight = useVisibleRows(frame, ROW)
  const from = Math.max(0, sight.from - BEYOND)
  const shown = rows.slice(from, sight.from + sight.count + BEYOND)
  const grid = gridOf(works.length)
  const means = works.map((_, at) => meanOf(all.map(({ sharesPercent }) => sharesPercent[at])))
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
        {works.map(({ id, number, title, homework }) => (
          <Box key={id} role="columnheader" sx={{ ...FIGURE, minWidth: 0 }}>
            <Link
              href={`${trainingHref(place, number)}/matrix`}
              color="text.primary"
              title={title}
              sx={{ ...CUT, display: 'block', fontWeight: 600 }}
            >
              {title}
            </Link>
            {homework && (
              <Box component="time" dateTime={homework.dueAt} sx={{ ...CUT, display: 'block' }}>
                {t('homework:gradebook.due', { time: formatDateTime(homework.dueAt).slice(5, 10) })}
              </Box>
            )}
          </Box>
        ))}
      </Box>
      <Box role="rowgroup" sx={{ position: 'relative', height: rows.length * ROW, minWidth: grid.minWidth }}>
        {shown.map((student, index) => (
          <Row
            key={student.uid}
            student={student}
            works={works}
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
        {works.map(({ id, homework }, at) => (
          <Share key={id} value={means[at]} state={homework?.viewerState} />
        ))}
      </Box>
    </Box>
  )
}

type RowProps = { student: Student; works: readonly Work[]; rowIndex: number; top: number }

function Row({ student, works, rowIndex, top }: RowProps) {
  const { t } = useTranslation()
  const { username, sharesPercent, meanPercent } = student
  return (
    <Box
      role="row"
      aria-rowindex={rowIndex}
      data-row={username}
      style={{ transform: `translateY(${top}px)` }}
      sx={{
        ...gridOf(works.length),
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
      {works.map(({ id, homework }, at) => {
        const share = sharesPercent[at]
        const why = typeof share === 'number' ? undefined : t('homework:gradebook.noneHint')
        return <Share key={id} value={share} state={homework?.viewerState} why={why} />
      })}
    </Box>
  )
}

type ShareProps = {
  /** Percent. */
  value: number | null | undefined
  isMean?: boolean
  /** Phase of the homework. */
  state?: string | undefined
  /** Why there is none. */
  why?: string | undefined
}

const Share = ({ value, isMean = false, state, why }: ShareProps) => (
  <Box
    role="cell"
    title={why}
    sx={{ ...FIGURE, typography: 'body2', fontWeight: isMean ? 600 : 400, color: colourOf(value, state) }}
  >
    {value ?? '–'}
  </Box>
)

const gridOf = (works: number) => {
  const { student, mean, work, gap } = WIDTHS
  const rest = mean + gap + works * (work + gap) + 2 * gap
  return {
    display: 'grid',
    alignItems: 'center',
    columnGap: `${gap}px`,
    gridTemplateColumns: {
      xs: `${student.xs}px ${mean}px repeat(${works}, minmax(${work}px, 1fr))`,
      md: `minmax(${student.md}px, 1.4fr) ${mean}px repeat(${works}, minmax(${work}px, 1fr))`,
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
