import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { clockFace } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardCell } from './BoardCell.tsx'
import { Balloon } from './BoardHeadRow.tsx'
import { cut } from './BoardRowView.tsx'
import { letters } from './HallBoard.tsx'
import type { LiveBoard } from './useBoard.ts'

/** Time of the contest as hours and minutes. */
const contestTime = (at: number) => clockFace(at).clock.slice(0, -3)

/** Latest events: the changes since the page was opened, then the latest solves before it. */
export function HallFeed({ live, children }: { live: LiveBoard | null; children: ReactNode }) {
  const { t } = useTranslation()
  const events = live?.events ?? []
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
        {live && events.length === 0 && live.board.rows.size === 0 && <li>{t('scoreboard:hall.none')}</li>}
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
