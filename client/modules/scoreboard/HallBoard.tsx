import Box from '@mui/material/Box'
import type { Ranked } from '#server/shared/board/ranking.ts'
import type { BoardRow, Reckoned } from '#server/shared/board/wire.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardCell } from './BoardCell.tsx'
import { Balloon } from './BoardHeadRow.tsx'
import { cut, figuresOf } from './BoardRowView.tsx'
import type { Fresh } from './boardFollower.ts'
import { RankChip } from './RankChip.tsx'
import type { LiveBoard } from './useBoard.ts'

/** Number of visible rows on a projector, and the height of each (px). */
export const HALL = { rows: 13, height: 59 }

const columnsOf = (problems: number) =>
  `96px minmax(360px, 1fr) 84px 116px repeat(${problems}, minmax(60px, 88px))`

type Props = {
  live: Pick<LiveBoard, 'board'> & { reckoned: Reckoned; fresh?: Fresh }
  /** Index of the first visible row. */
  from: number
  /** Row, or cell when `problem` is given, of the current reveal step. */
  marked?: { userId: string; problem?: number } | null
}

/** The visible rows of a board on a projector. */
export function HallBoard({ live, from, marked = null }: Props) {
  const { t } = useTranslation()
  const { board, reckoned, fresh } = live
  const { head } = board
  const isAcm = head.type === 'ACM'
  const grid = {
    display: 'grid',
    gridTemplateColumns: columnsOf(head.problems.length),
    columnGap: '5px',
    alignItems: 'center',
  } as const
  // Rows just beyond the edges are drawn too, so that they move in and out smoothly.
  const first = Math.max(0, from - HALL.rows)
  const shown = reckoned.rows.slice(first, from + 2 * HALL.rows)
  return (
    <Box
      role="table"
      aria-label={t('scoreboard:title')}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box role="rowgroup">
        <Box
          role="row"
          sx={{
            ...grid,
            height: 52,
            typography: 'hallSub',
            color: 'text.secondary',
            borderBottom: 2,
            borderColor: 'divider',
          }}
        >
          <Box role="columnheader" aria-label={t('scoreboard:column.rank')} sx={{ textAlign: 'center' }}>
            #
          </Box>
          <Box role="columnheader">{t('scoreboard:column.person')}</Box>
          <Box role="columnheader" sx={{ textAlign: 'right' }}>
            {t(isAcm ? 'scoreboard:column.solved' : 'scoreboard:column.score')}
          </Box>
          <Box role="columnheader" sx={{ textAlign: 'right', pr: 4 }}>
            {t(isAcm ? 'scoreboard:column.penalty' : 'scoreboard:column.time')}
            <Box sx={{ fontSize: '0.75em' }}>{isAcm ? t('scoreboard:unit') : 'ms'}</Box>
          </Box>
          {head.problems.map(({ id, displayId, color }) => (
            <Box
              role="columnheader"
              key={id}
              sx={{ display: 'flex', alignItems: 'center', justifyContent: 'center', gap: 2 }}
            >
              <Balloon color={color} size={15} />
              {displayId}
            </Box>
          ))}
        </Box>
      </Box>
      <Box role="rowgroup" sx={{ position: 'relative', flex: 1, overflow: 'hidden' }}>
        {shown.map((row, index) => (
          <Box
            key={row.userId}
            role="row"
            data-row={row.userId}
            style={{ transform: `translateY(${(first + index - from) * HALL.height}px)` }}
            sx={{
              ...grid,
              position: 'absolute',
              insetInline: 0,
              height: HALL.height,
              borderBottom: 1,
              borderColor: 'line.subtle',
              bgcolor: marked?.userId === row.userId ? 'surface.raised' : 'surface.canvas',
              transition: 'transform 900ms cubic-bezier(.5,0,.1,1)',
              '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
            }}
          >
            <HallRow
              {...{ row, head }}
              firsts={reckoned.firsts}
              fresh={fresh?.get(row.userId)}
              marked={marked}
            />
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** Letters reach beyond their line box. */
export const letters = { overflowX: 'clip', overflowY: 'visible' } as const

type RowProps = {
  row: Ranked<BoardRow>
  head: LiveBoard['board']['head']
  firsts: Reckoned['firsts']
  fresh: ReadonlyMap<number, number> | undefined
  marked: Props['marked']
}

function HallRow({ row, head, firsts, fresh, marked }: RowProps) {
  const { main, side } = figuresOf(head, row)
  return (
    <>
      <Box role="cell" sx={{ display: 'flex', justifyContent: 'center' }}>
        <RankChip row={row} tiers={head.tiers} size="hall" />
      </Box>
      <Box role="rowheader" sx={{ minWidth: 0, pr: 2 }}>
        <Box
          sx={{
            typography: 'hallTeam',
            ...cut,
            ...letters,
            lineHeight: '33px',
            // Two lines share the height of a row.
            ...(row.school && { fontSize: 27, lineHeight: '31px' }),
          }}
        >
          {row.name}
        </Box>
        {row.school && (
          <Box
            sx={{
              typography: 'hallSchool',
              color: 'text.secondary',
              ...cut,
              ...letters,
              fontSize: 17,
              lineHeight: '22px',
            }}
          >
            {row.school}
          </Box>
        )}
      </Box>
      <Box role="cell" sx={{ textAlign: 'right', typography: 'hallRank' }}>
        {main}
      </Box>
      <Box role="cell" sx={{ textAlign: 'right', pr: 4, typography: 'hallCell', color: 'text.secondary' }}>
        {side}
      </Box>
      {head.problems.map((problem) => (
        <BoardCell
          key={problem.id}
          {...{ head, row, problem }}
          size="hall"
          first={firsts.get(problem.id)}
          stamp={fresh?.get(problem.id)}
          isMarked={marked?.userId === row.userId && marked.problem === problem.id}
        />
      ))}
    </>
  )
}
