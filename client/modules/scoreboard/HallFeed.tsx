import Box from '@mui/material/Box'
import { type ReactNode, useRef } from 'react'
import type { Cell } from '#server/shared/board/row.ts'
import type { BoardRow } from '#server/shared/board/wire.ts'
import { serverNow } from '../../ui/text/serverTime.ts'
import { clockFace } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardCell } from './BoardCell.tsx'
import { Balloon } from './BoardHeadRow.tsx'
import { cut } from './BoardRowView.tsx'
import { letters } from './HallBoard.tsx'
import type { LiveBoard } from './useBoard.ts'

/** Number of events shown. */
const MOST = 5

/** A change of a cell, with the cell as it was then. */
type Happened = {
  userId: string
  name: string
  problem: number
  cell: Cell
  /** Time since the start of the contest (ms). */
  at: number
}

/** Latest solves of a board, newest first. */
function lastSolves(rows: Iterable<BoardRow>): Happened[] {
  const solves: Happened[] = []
  for (const { userId, name, cells } of rows)
    for (const [problem, cell] of cells)
      if (cell.solvedAt !== null) solves.push({ userId, name, problem, cell, at: cell.solvedAt * 1000 })
  return solves.sort((one, other) => other.at - one.at).slice(0, MOST)
}

/** Changes of the last patch: solves at their own time, other results at the current time. */
function changesOf({ board, fresh }: LiveBoard): Happened[] {
  const now = serverNow() - board.head.startsAt
  return [...fresh].flatMap(([userId, changed]) => {
    const row = board.rows.get(userId)
    return [...changed.keys()].flatMap((problem) => {
      const cell = row?.cells.get(problem)
      if (!row || !cell) return []
      const at = cell.solvedAt === null || cell.pending > 0 ? now : cell.solvedAt * 1000
      return [{ userId, name: row.name, problem, cell, at }]
    })
  })
}

/** Time of the contest as hours and minutes. */
const contestTime = (at: number) => clockFace(at).clock.slice(0, -3)

/** Latest events: the changes since the page was opened, then the latest solves before it. */
export function HallFeed({ live, children }: { live: LiveBoard | null; children: ReactNode }) {
  const { t } = useTranslation()
  const told = useRef<{ version: string; events: Happened[] } | null>(null)
  if (live && told.current?.version !== live.board.version) {
    const before = told.current?.events ?? lastSolves(live.board.rows.values())
    const now = told.current ? changesOf(live) : []
    told.current = { version: live.board.version, events: [...now.reverse(), ...before].slice(0, MOST) }
  }
  const events = told.current?.events ?? []
  return (
    <Box
      sx={{
        flex: 'none',
        height: 84,
        px: 12,
        display: 'flex',
        alignItems: 'center',
        gap: 10,
        bgcolor: 'surface.raised',
        borderTop: 1,
        borderColor: 'line.default',
        typography: 'hallFeed',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {live && t('scoreboard:hall.latest')}
      </Box>
      <Box
        component="ul"
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          gap: 10,
          overflow: 'hidden',
          height: 56,
          flexWrap: 'wrap',
        }}
      >
        {live && events.length === 0 && <li>{t('scoreboard:hall.none')}</li>}
        {live &&
          events.map(({ userId, name, problem: id, cell, at }) => {
            const row = live.board.rows.get(userId)
            const problem = live.board.head.problems.find((one) => one.id === id)
            if (!row || !problem) return null
            return (
              <Box
                component="li"
                key={`${userId} ${id} ${at} ${cell.tries}`}
                sx={{ display: 'flex', alignItems: 'center', gap: 3, height: 56, whiteSpace: 'nowrap' }}
              >
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {contestTime(at)}
                </Box>
                <Box component="b" sx={{ maxWidth: 240, ...cut, ...letters }}>
                  {name}
                </Box>
                <Balloon color={problem.color} size={15} />
                {problem.displayId}
                <Box role="presentation" sx={{ width: 76 }}>
                  <BoardCell
                    row={{ ...row, cells: new Map([[id, cell]]) }}
                    problem={problem}
                    head={live.board.head}
                    size="hall"
                    first={live.reckoned.firsts.get(id)}
                    isPart={false}
                  />
                </Box>
              </Box>
            )
          })}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {children}
      </Box>
    </Box>
  )
}
