import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useRef } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { MatrixTable_training$key } from '../../../__generated__/MatrixTable_training.graphql.ts'
import { useVisibleRows } from '../../../ui/table/useVisibleRows.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { trainingProblemHref } from '../addresses.ts'
import { MatrixRow, type MatrixStudent } from './MatrixRow.tsx'
import { FRAME, gridOf, HEAD, PIN, ROW, widthOf } from './matrixGrid.ts'

/** Rows drawn beyond each edge of the visible area. */
const BEYOND = 8

type Props = {
  training: MatrixTable_training$key
  /** Rows of students that are stuck, and of the others, in their order. */
  stuck: readonly MatrixStudent[]
  others: readonly MatrixStudent[]
  /** All rows, for the sums. */
  all: readonly MatrixStudent[]
  /** As `firstsOf` has them. */
  firsts: ReadonlyMap<string, string>
  /** Equal from render to render, so that rows are drawn again only with their student. */
  problems: readonly { readonly number: number; readonly displayId: string; readonly title: string }[]
  /** uid of the student whose row changed last. */
  latest: string | null
  /** Opens a cell, or with null the due time of a student. */
  onOpen: (uid: string, problem: number | null) => void
}

type Line = { kind: 'head'; words: string } | { kind: 'row'; student: MatrixStudent; place: number }

/** Students by problems, in a frame that scrolls both ways; only visible rows are drawn. */
export function MatrixTable(props: Props) {
  const { stuck, others, all, firsts, problems, latest, onOpen } = props
  const { t } = useTranslation()
  const place = usePlace()
  const frame = useRef<HTMLDivElement>(null)
  const training = useFragment(
    graphql`
      fragment MatrixTable_training on Training {
        number
        title
        homework {
          dueAt
        }
      }
    `,
    props.training,
  )
  const sight = useVisibleRows(frame, ROW)
  const asRows = (students: readonly MatrixStudent[], from: number): Line[] =>
    students.map((student, at) => ({ kind: 'row', student, place: from + at + 1 }))
  const lines: Line[] = [
    ...(stuck.length > 0
      ? [{ kind: 'head', words: t('homework:matrix.stuckHead', { count: stuck.length }) } as const]
      : []),
    ...asRows(stuck, 0),
    ...(stuck.length > 0 && others.length > 0
      ? [{ kind: 'head', words: t('homework:matrix.othersHead', { count: others.length }) } as const]
      : []),
    ...asRows(others, stuck.length),
  ]
  const from = Math.max(0, sight.from - BEYOND)
  const shown = lines.slice(from, sight.from + sight.count + BEYOND)
  const grid = { ...gridOf(problems.length), minWidth: widthOf(problems.length) }
  return (
    <Box
      ref={frame}
      role="table"
      aria-label={t('homework:matrix.title')}
      aria-rowcount={lines.length + 2}
      tabIndex={0}
      sx={FRAME}
    >
      <Box
        role="row"
        sx={{
          ...grid,
          height: HEAD,
          position: 'sticky',
          top: 0,
          zIndex: 3,
          bgcolor: 'background.paper',
          borderBottom: '1px solid',
          borderColor: 'line.default',
          typography: 'caption',
          color: 'text.tertiary',
        }}
      >
        <Box role="columnheader" sx={{ ...PIN(0), justifyContent: 'center' }}>
          #
        </Box>
        <Box role="columnheader" sx={PIN(1)}>
          {t('homework:matrix.student')}
        </Box>
        <Box role="columnheader" sx={WIDE}>
          {t('homework:matrix.status')}
        </Box>
        {problems.map(({ number, displayId, title }) => (
          <Box key={number} role="columnheader" sx={{ textAlign: 'center', minWidth: 0, px: 0.5 }}>
            <Link
              href={trainingProblemHref(place, training.number, displayId)}
              color="text.primary"
              title={`${displayId} ${title}`}
              sx={{ fontWeight: 600, display: 'block', ...CUT }}
            >
              {displayId}
            </Link>
            <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'block' }, ...CUT }}>
              {title}
            </Box>
          </Box>
        ))}
        {(['solved', 'points', 'tries', 'late'] as const).map((figure) => (
          <Box key={figure} role="columnheader" sx={{ textAlign: 'right', pr: 2 }}>
            {t(`homework:matrix.figures.${figure}`)}
          </Box>
        ))}
      </Box>
      <Box role="rowgroup" sx={{ position: 'relative', height: lines.length * ROW, minWidth: grid.minWidth }}>
        {shown.map((line, index) => {
          const top = (from + index) * ROW
          if (line.kind === 'head')
            return (
              <Box key={line.words} role="row" style={{ transform: `translateY(${top}px)` }} sx={HEAD_LINE}>
                <Box role="cell" sx={{ position: 'sticky', left: 0, px: 4 }}>
                  {line.words}
                </Box>
              </Box>
            )
          const { student, place: at } = line
          return (
            <MatrixRow
              key={student.uid}
              student={student}
              place={at}
              rowIndex={from + index + 2}
              top={top}
              problems={problems}
              firsts={firsts.get(student.username) ?? ''}
              isLatest={student.uid === latest}
              hasTimes={training.homework !== null}
              onOpen={onOpen}
            />
          )
        })}
      </Box>
      <SumRow grid={grid} problems={problems} rows={all} />
    </Box>
  )
}

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const WIDE = { display: { xs: 'none', md: 'block' } } as const
const HEAD_LINE = {
  position: 'absolute',
  top: 0,
  left: 0,
  right: 0,
  height: ROW,
  display: 'flex',
  alignItems: 'center',
  bgcolor: 'surface.sunken',
  borderBottom: '1px solid',
  borderColor: 'line.subtle',
  typography: 'caption',
  fontWeight: 600,
  color: 'text.secondary',
} as const

type SumProps = {
  grid: object
  problems: readonly { readonly number: number }[]
  rows: readonly MatrixStudent[]
}

/** How many students solved each problem, at the lower edge. */
function SumRow({ grid, problems, rows }: SumProps) {
  const { t } = useTranslation()
  const solved = new Map<number, number>()
  for (const { cells } of rows)
    for (const { problem, verdict, counts } of cells)
      if (verdict === 'ACCEPTED' && counts) solved.set(problem, (solved.get(problem) ?? 0) + 1)
  return (
    <Box
      role="row"
      sx={{
        ...grid,
        height: ROW,
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        bgcolor: 'surface.sunken',
        borderTop: '1px solid',
        borderColor: 'line.default',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box role="cell" sx={PIN(0)} />
      <Box role="rowheader" sx={{ ...PIN(1), typography: 'dense', fontWeight: 600 }}>
        {t('homework:matrix.sum')}
      </Box>
      <Box role="cell" sx={{ ...WIDE, typography: 'caption', color: 'text.tertiary' }}>
        {t('homework:matrix.of', { count: rows.length })}
      </Box>
      {problems.map(({ number }) => {
        const count = solved.get(number) ?? 0
        return (
          <Box key={number} role="cell" sx={{ textAlign: 'center', px: 2 }}>
            <b>{count}</b>
            <Box aria-hidden sx={{ height: 4, borderRadius: 1, bgcolor: 'surface.fill', overflow: 'hidden' }}>
              <Box
                sx={{ height: 1, bgcolor: 'verdict.AC.solid' }}
                style={{ width: `${rows.length > 0 ? (100 * count) / rows.length : 0}%` }}
              />
            </Box>
          </Box>
        )
      })}
      <Box role="cell" sx={{ textAlign: 'right', pr: 2, fontWeight: 600 }}>
        {[...solved.values()].reduce((sum, count) => sum + count, 0)}
      </Box>
      <Box role="cell" />
      <Box role="cell" sx={{ textAlign: 'right', pr: 2 }}>
        {rows.reduce((sum, { tries }) => sum + tries, 0)}
      </Box>
      <Box role="cell" sx={{ textAlign: 'right', pr: 2 }}>
        {rows.reduce((sum, { lateCount }) => sum + lateCount, 0)}
      </Box>
    </Box>
  )
}
