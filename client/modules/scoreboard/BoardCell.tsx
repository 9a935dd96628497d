import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import type { Cell } from '#server/shared/board/row.ts'
import { type BoardHead, type BoardRow, isFirst } from '#server/shared/board/wire.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatDuration } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Sizes of a board: on a computer or phone, and on a projector in a hall. */
export type BoardSize = 'desk' | 'hall'

type Kind = 'firstToSolve' | 'solved' | 'solvedAfterEnd' | 'wrong' | 'pending' | 'full' | 'partial' | 'zero'

type Look = { kind: Kind | null; main: string; sub: string; hasStar?: boolean }

const minuteOf = (second: number) => Math.floor(second / 60)
const MINUS = '−'

/**
 * Look of an ACM cell: minute solved over the tries before it, failed tries, or tries hidden by the freeze.
 */
function acmLook(cell: Cell, first: boolean): Look {
  const { solvedAt, wrong, pending, late } = cell
  if (solvedAt !== null) {
    const kind = late ? 'solvedAfterEnd' : first ? 'firstToSolve' : 'solved'
    const before = wrong > 0 ? `+${wrong}` : '+'
    return { kind, main: `${minuteOf(solvedAt)}`, sub: late ? `${before}*` : before, hasStar: first }
  }
  if (pending > 0)
    return { kind: 'pending', main: '?', sub: wrong > 0 ? `${wrong} + ${pending}` : `${pending}` }
  return wrong > 0 ? { kind: 'wrong', main: `${MINUS}${wrong}`, sub: '' } : { kind: null, main: '○', sub: '' }
}

function oiLook({ gain, timeMs }: Cell, full: number): Look {
  const kind = gain >= full && full > 0 ? 'full' : gain > 0 ? 'partial' : 'zero'
  return { kind, main: `${gain}`, sub: timeMs === null ? '' : formatDuration(timeMs) }
}

const fade = keyframes({ from: { opacity: 0.15 } })

type Props = {
  head: BoardHead
  row: BoardRow
  problem: BoardHead['problems'][number]
  /** Time of the problem's first solve; undefined: not solved yet. */
  first: number | undefined
  /** Changing it fades the cell in. */
  stamp?: number | undefined
  size?: BoardSize
  /** Highlighted as the cell of the current reveal step. */
  isMarked?: boolean
  /** Rendered as a table cell; false: as an image outside of a table. */
  isPart?: boolean
}

/** One row's result of one problem. */
export function BoardCell({
  head,
  row,
  problem,
  first,
  stamp,
  size = 'desk',
  isMarked = false,
  isPart = true,
}: Props) {
  const { t } = useTranslation()
  const { displayId, id, full } = problem
  const cell = row.cells.get(id)
  const isHall = size === 'hall'
  if (!cell)
    return (
      <Box
        role="cell"
        aria-label={t('scoreboard:cell.untried', { displayId })}
        sx={{ textAlign: 'center', color: 'board.untried.fg', typography: isHall ? 'hallSub' : 'boardCell' }}
      >
        ·
      </Box>
    )
  const solvedFirst = isFirst(row, cell, first)
  const { kind, main, sub, hasStar } = head.type === 'ACM' ? acmLook(cell, solvedFirst) : oiLook(cell, full)
  const words = () => {
    const { solvedAt, wrong, pending, late, gain } = cell
    if (head.type === 'OI') return t('scoreboard:cell.score', { displayId, score: gain, full })
    if (solvedAt !== null) {
      const how = late ? 'late' : solvedFirst ? 'first' : 'solved'
      return t(`scoreboard:cell.${how}`, { displayId, minute: minuteOf(solvedAt), wrong })
    }
    if (pending > 0) return t('scoreboard:cell.pending', { displayId, wrong, pending })
    return wrong > 0
      ? t('scoreboard:cell.wrong', { displayId, wrong })
      : t('scoreboard:cell.tried', { displayId })
  }
  return (
    <Box
      key={stamp}
      role={isPart ? 'cell' : 'img'}
      aria-label={words()}
      sx={{
        position: 'relative',
        // Keep the fill and text colours together in forced-colours mode.
        ...(kind && { forcedColorAdjust: 'none' }),
        height: isHall ? 50 : 36,
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        overflow: 'hidden',
        borderRadius: isHall ? 1 : 0.5,
        color: kind ? `board.${kind}.fg` : 'board.untried.fg',
        bgcolor: kind ? `board.${kind}.bg` : undefined,
        ...(kind === 'pending' && {
          backgroundImage: ({ vars }) =>
            `repeating-linear-gradient(135deg, ${vars.palette.board.pending.hatch} 0 4px, transparent 4px 9px)`,
          boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.board.pending.border}`,
        }),
        ...(kind === 'solvedAfterEnd' && {
          border: '1px dashed',
          borderColor: 'board.solvedAfterEnd.border',
        }),
        ...(isMarked && { outline: '3px solid', outlineColor: 'line.focus', outlineOffset: -1 }),
        ...(stamp && {
          animation: `${fade} 280ms`,
          '@media (prefers-reduced-motion: reduce)': { animationDuration: '80ms' },
        }),
      }}
    >
      <Box component="span" sx={{ typography: isHall ? 'hallCell' : 'boardCell' }}>
        {main}
      </Box>
      {sub && (
        <Box
          component="span"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 0.5,
            typography: isHall ? 'hallSub' : 'boardSub',
          }}
        >
          {hasStar && <Icon name="star" size={isHall ? 15 : 9} />}
          {sub}
        </Box>
      )}
    </Box>
  )
}
