import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { memo } from 'react'
import type { Matrix_rows$data } from '../../../__generated__/Matrix_rows.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { MatrixCellButton } from './MatrixCellButton.tsx'
import { isFirstIn } from './matrix.ts'
import { gridOf, PIN, ROW, widthOf } from './matrixGrid.ts'
import { StudentName } from './StudentName.tsx'

export type MatrixStudent = Matrix_rows$data[number]

type Props = {
  student: MatrixStudent
  /** Number in the table, from 1. */
  place: number
  rowIndex: number
  /** Distance from the top of the body (px). */
  top: number
  problems: readonly { readonly number: number; readonly displayId: string }[]
  /** Problems that the student was the first to solve, as `firstsOf` has them. */
  firsts: string
  isLatest: boolean
  /** Whether the training is homework, and so has due times to extend. */
  hasTimes: boolean
  onOpen: (uid: string, problem: number | null) => void
}

/** Row of a student. */
export const MatrixRow = memo(function MatrixRow(props: Props) {
  const { student, place, rowIndex, top, problems, firsts, isLatest, hasTimes, onOpen } = props
  const { t } = useTranslation()
  const { uid, username, cells, solvedCount, points, tries, lateCount } = student
  const byProblem = new Map(cells.map((cell) => [cell.problem, cell]))
  return (
    <Box
      role="row"
      aria-rowindex={rowIndex}
      data-row={username}
      style={{ transform: `translateY(${top}px)` }}
      sx={{
        ...gridOf(problems.length),
        minWidth: widthOf(problems.length),
        height: ROW,
        position: 'absolute',
        top: 0,
        left: 0,
        right: 0,
        bgcolor: isLatest ? 'surface.selected' : 'background.paper',
        borderBottom: '1px solid',
        borderColor: 'line.subtle',
        fontVariantNumeric: 'tabular-nums',
        transition: 'transform 420ms cubic-bezier(.5,0,.1,1)',
        '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
        '&:hover': { bgcolor: 'surface.hover' },
      }}
    >
      <Box role="cell" sx={{ ...PIN(0), justifyContent: 'center', color: 'text.tertiary' }}>
        {place}
      </Box>
      <Box role="rowheader" sx={{ ...PIN(1), gap: 1 }}>
        <StudentName student={student} />
        {hasTimes && <ExtensionButton student={student} onOpen={() => onOpen(uid, null)} />}
      </Box>
      <Box role="cell" sx={{ display: { xs: 'none', md: 'block' }, minWidth: 0, typography: 'caption' }}>
        <Status student={student} problems={problems} />
      </Box>
      {problems.map(({ number, displayId }) => (
        <MatrixCellButton
          key={number}
          uid={uid}
          number={number}
          displayId={displayId}
          cell={byProblem.get(number)}
          isFirst={isFirstIn(firsts, number)}
          onOpen={onOpen}
        />
      ))}
      <Box role="cell" sx={{ ...FIGURE, fontWeight: 600, fontSize: 15 }}>
        {solvedCount}
      </Box>
      <Box role="cell" sx={FIGURE}>
        {points}
      </Box>
      <Box role="cell" sx={{ ...FIGURE, color: 'text.secondary' }}>
        {tries}
      </Box>
      <Box
        role="cell"
        sx={{ ...FIGURE, color: 'text.secondary' }}
        aria-label={t('homework:matrix.lateOf', { count: lateCount })}
      >
        {lateCount || '·'}
      </Box>
    </Box>
  )
})

const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
const FIGURE = { textAlign: 'right', pr: 2 } as const

/** Opens the due time of a student; always shown where they have their own. */
function ExtensionButton({
  student: { username, extension },
  onOpen,
}: {
  student: MatrixStudent
  onOpen: () => void
}) {
  const { t } = useTranslation()
  const words = extension
    ? t('homework:matrix.extended', { name: username, time: formatDateTime(extension.dueAt).slice(0, -3) })
    : t('homework:matrix.extend', { name: username })
  return (
    <IconButton
      size="small"
      aria-label={words}
      title={words}
      onClick={onOpen}
      sx={{
        flex: 'none',
        color: extension ? 'accent.fg' : 'text.tertiary',
        opacity: extension ? 1 : 0,
        '[role=row]:hover &, &:focus-visible': { opacity: 1 },
        '@media (hover: none)': { opacity: 1 },
      }}
    >
      <Icon name="clock" size={14} />
    </IconButton>
  )
}

/** Where a student stands: stuck, done, or when they last submitted. */
function Status({ student, problems }: Pick<Props, 'student' | 'problems'>) {
  const { t } = useTranslation()
  const { stuck, solvedCount, lastAt } = student
  if (stuck) {
    const problem = problems.find(({ number }) => number === stuck.problemNumber)?.displayId ?? ''
    return (
      <Box sx={{ ...LINE, color: 'verdict.TLE.fg', fontWeight: 600 }}>
        <Icon name="alert" size={14} />
        <Box component="span" sx={CUT}>
          {t('homework:matrix.stuckAt', { problem, tries: stuck.tries, days: stuck.days })}
        </Box>
      </Box>
    )
  }
  if (solvedCount === problems.length)
    return (
      <Box sx={{ ...LINE, color: 'verdict.AC.fg', fontWeight: 600 }}>
        <Icon name="check" size={14} />
        {t('homework:matrix.done')}
      </Box>
    )
  return (
    <Box sx={{ color: 'text.tertiary' }}>
      {lastAt ? <RelativeTime at={lastAt} /> : t('homework:matrix.notSubmitted')}
    </Box>
  )
}

const LINE = { display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 } as const
