import Box from '@mui/material/Box'
import type { MatrixCell } from '#server/shared/training/matrixCell.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { lookOf } from './matrix.ts'

type Props = {
  /** Undefined: neither submitted nor marked. */
  cell: MatrixCell | undefined
  displayId: string
  isFirst: boolean
}

/** Sign of a result, as scoreboards write it. */
const signOf = ({ verdict, tries, isJudging }: MatrixCell): string => {
  if (isJudging) return '…'
  if (verdict === 'ACCEPTED') return `+${tries || ''}`
  return tries > 0 ? `−${tries}` : '·'
}

/** Result of a student in a problem: tries, time, and whether it is late or marked by a teacher. */
export function MatrixCellView({ cell, displayId, isFirst }: Props) {
  const { t } = useTranslation()
  const look = lookOf(cell, isFirst)
  if (!cell)
    return (
      <Box
        sx={{ ...FRAME, color: 'board.untried.fg' }}
        aria-label={t('homework:cell.untried', { displayId })}
      >
        ·
      </Box>
    )
  const { verdict, tries, at, isLate, counts, isJudging, points, mark } = cell
  const time = at && formatDateTime(at).slice(5, 16)
  const how = isJudging ? 'judging' : verdict === 'ACCEPTED' ? 'solved' : tries > 0 ? 'wrong' : 'untried'
  const words = [
    t(`homework:cell.${how}`, { displayId, tries, time: time ?? '' }),
    (isLate || !counts) && at && t(counts ? 'homework:cell.late' : 'homework:cell.uncounted'),
    mark && t('homework:cell.marked', { points }),
    mark?.note,
  ]
  return (
    <Box
      key={`${verdict} ${tries} ${at} ${isJudging}`}
      aria-label={words.filter(Boolean).join(' · ')}
      title={words.filter(Boolean).join('\n')}
      sx={{
        ...FRAME,
        ...(look
          ? { color: `board.${look}.fg`, bgcolor: `board.${look}.bg`, forcedColorAdjust: 'none', ...FADE }
          : { color: 'board.untried.fg' }),
        ...(isLate && { border: '1px dashed', borderColor: 'board.solvedAfterEnd.border' }),
      }}
    >
      <Box component="span" sx={{ typography: 'boardCell', display: 'flex', alignItems: 'center', gap: 0.5 }}>
        {look === 'firstToSolve' && <Icon name="star" size={9} />}
        {isLate && verdict === 'ACCEPTED' && t('homework:cell.lateSign')}
        {signOf(cell)}
      </Box>
      {time && (
        <Box component="span" sx={{ typography: 'boardSub' }}>
          {time}
        </Box>
      )}
      {mark && (
        <Box component="span" sx={MARK}>
          <Icon name="pin" size={9} />
          {mark.points}
        </Box>
      )}
    </Box>
  )
}

const FRAME = {
  position: 'relative',
  height: 36,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  borderRadius: 0.5,
  overflow: 'hidden',
} as const

const FADE = {
  animation: 'matrix-cell 280ms',
  '@keyframes matrix-cell': { from: { opacity: 0.15 } },
  '@media (prefers-reduced-motion: reduce)': { animationDuration: '80ms' },
} as const

/** A teacher's points, in the corner. */
const MARK = {
  position: 'absolute',
  top: 0,
  right: 0,
  display: 'flex',
  alignItems: 'center',
  px: 0.5,
  borderBottomLeftRadius: 4,
  fontSize: 9,
  lineHeight: '12px',
  fontWeight: 700,
  color: 'background.paper',
  bgcolor: 'text.primary',
} as const
