import Box from '@mui/material/Box'
import { type ReactNode, useRef } from 'react'
import type { BoardHead, BoardRow } from '#server/shared/board/wire.ts'
import { formatClock } from '../../ui/format.ts'
import { serverNow } from '../../ui/serverTime.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardCell } from './BoardCell.tsx'
import { Balloon } from './BoardHeadRow.tsx'
import { cut } from './BoardRowView.tsx'
import type { LiveBoard } from './useBoard.ts'

/** So many of the last events are shown. */
const MOST = 5

type Happened = { userId: string; problem: number; at: number }

/** The last solutions that a board knows the moment of, the latest first. */
function lastSolves({ startsAt }: BoardHead, rows: Iterable<BoardRow>): Happened[] {
  const solves: Happened[] = []
  for (const { userId, cells } of rows)
    for (const [problem, { solvedAt }] of cells)
      if (solvedAt !== null) solves.push({ userId, problem, at: startsAt + solvedAt * 1000 })
  return solves.sort((one, other) => other.at - one.at).slice(0, MOST)
}

/** What happened last: what was told since the page was opened, and before that the last solutions. */
export function HallFeed({ live, children }: { live: LiveBoard | null; children: ReactNode }) {
  const { t } = useTranslation()
  const told = useRef<{ version: string; events: Happened[] } | null>(null)
  if (live && told.current?.version !== live.board.version) {
    const before = told.current?.events ?? lastSolves(live.board.head, live.board.rows.values())
    const now = [...live.fresh].flatMap(([userId, cells]) =>
      [...cells.keys()].map((problem) => ({ userId, problem, at: serverNow() })),
    )
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
        {t('scoreboard:hall.latest')}
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
          events.map(({ userId, problem: id, at }) => {
            const row = live.board.rows.get(userId)
            const problem = live.board.head.problems.find((one) => one.id === id)
            if (!row || !problem) return null
            return (
              <Box
                component="li"
                key={`${userId} ${id} ${at}`}
                sx={{ display: 'flex', alignItems: 'center', gap: 3, height: 56, whiteSpace: 'nowrap' }}
              >
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {formatClock(at).slice(0, -3)}
                </Box>
                <Box component="b" sx={{ maxWidth: 240, ...cut }}>
                  {row.name}
                </Box>
                <Balloon color={problem.color} size={15} />
                {problem.displayId}
                <Box role="presentation" sx={{ width: 76 }}>
                  <BoardCell
                    {...{ row, problem }}
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
