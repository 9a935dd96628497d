import Box from '@mui/material/Box'
import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Ranked } from '#server/shared/board/ranking.ts'
import type { BoardRow } from '#server/shared/board/wire.ts'
import { useVisibleRows } from '../../ui/table/useVisibleRows.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BoardHeadRow } from './BoardHeadRow.tsx'
import { BoardRowView, columnsOf, ROW, widthOf } from './BoardRowView.tsx'
import type { LiveBoard } from './useBoard.ts'

/** Rows drawn beyond each edge of the visible area. */
const BEYOND = 6

type Props = {
  live: LiveBoard
  /** Rows of the table, best first. */
  rows: readonly Ranked<BoardRow>[]
  /** Rows pinned above them. */
  ahead: readonly Ranked<BoardRow>[]
  ownId: string | null
  followed: readonly string[]
  onFollow: (userId: string) => void
  label: string
}

export type BoardTableHandle = { show(userId: string): void }

/** A virtualized board of any length: only visible rows are drawn, and each moves to its rank smoothly. */
export const BoardTable = forwardRef<BoardTableHandle, Props>(function BoardTable(props, handle) {
  const { live, rows, ahead, ownId, followed, onFollow, label } = props
  const { t } = useTranslation()
  const { board, reckoned, fresh } = live
  const { head } = board
  const frame = useRef<HTMLDivElement>(null)
  const sight = useVisibleRows(frame, ROW)
  const printed = usePrinted()

  useImperativeHandle(handle, () => ({
    show(userId) {
      const place = rows.findIndex((row) => row.userId === userId)
      const { current } = frame
      if (!current || place < 0) return
      current.scrollTo({ top: Math.max(0, place * ROW - current.clientHeight / 2), behavior: 'smooth' })
    },
  }))

  const from = printed ? 0 : Math.max(0, sight.from - BEYOND)
  const shown = printed ? rows : rows.slice(from, sight.from + sight.count + BEYOND)
  const minWidth = widthOf(head.problems.length)
  const grid = {
    display: 'grid',
    gridTemplateColumns: columnsOf(head.problems.length),
    columnGap: '3px',
    alignItems: 'center',
    height: ROW,
    minWidth,
    borderBottom: '1px solid',
    borderColor: 'line.subtle',
  } as const
  const own = {
    bgcolor: 'action.selected',
    boxShadow: ({ vars }: Themed) => `inset 2px 0 ${vars.palette.accent.solid}`,
  }
  const lineOf = (row: Ranked<BoardRow>) => (
    <BoardRowView
      {...{ head, row, onFollow }}
      fresh={fresh.get(row.userId)}
      firsts={reckoned.firsts}
      isOwn={row.userId === ownId}
      isFollowed={followed.includes(row.userId)}
    />
  )
  return (
    <Box
      ref={frame}
      data-paper=""
      role="table"
      aria-label={label}
      aria-rowcount={rows.length + ahead.length + 1}
      tabIndex={0}
      sx={{
        '--team': { xs: '116px', md: '200px' },
        position: 'relative',
        maxHeight: { xs: 'calc(100dvh - 72px)', md: 'calc(100dvh - 76px)' },
        overflow: 'auto',
        bgcolor: 'background.paper',
        border: '1px solid',
        borderColor: 'line.subtle',
        borderRadius: { xs: 0, md: 1.33 },
        mx: { xs: -4, md: 0 },
      }}
    >
      <Box role="rowgroup" sx={{ position: 'sticky', top: 0, zIndex: 3, minWidth }}>
        <BoardHeadRow head={head} rows={reckoned.rows} grid={grid} />
        {ahead.map((row) => (
          <Box
            key={row.userId}
            role="row"
            data-ahead=""
            sx={{ ...grid, bgcolor: 'background.paper', ...(row.userId === ownId && own) }}
          >
            {lineOf(row)}
          </Box>
        ))}
      </Box>
      <Box
        role="rowgroup"
        aria-label={t('scoreboard:show.label')}
        sx={{
          position: 'relative',
          height: rows.length * ROW,
          minWidth,
          '@media print': { height: 'auto' },
        }}
      >
        {shown.map((row, index) => (
          <Box
            key={row.userId}
            role="row"
            aria-rowindex={from + index + ahead.length + 2}
            data-row={row.userId}
            style={printed ? undefined : { transform: `translateY(${(from + index) * ROW}px)` }}
            sx={{
              ...grid,
              position: 'absolute',
              top: 0,
              left: 0,
              right: 0,
              bgcolor: 'background.paper',
              transition: 'transform 420ms cubic-bezier(.5,0,.1,1)',
              '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
              '@media print': { position: 'static', transition: 'none' },
              ...(row.userId === ownId ? own : { '&:hover': { bgcolor: 'action.hover' } }),
            }}
          >
            {lineOf(row)}
          </Box>
        ))}
      </Box>
    </Box>
  )
})

/** True while printing: all rows are drawn in normal flow. */
function usePrinted() {
  const [printed, setPrinted] = useState(false)
  useEffect(() => {
    const paper = matchMedia('print')
    // Render at once: the browser prints when this returns.
    const follow = () => flushSync(() => setPrinted(paper.matches))
    paper.addEventListener('change', follow)
    return () => paper.removeEventListener('change', follow)
  }, [])
  return printed
}

type Themed = { vars: { palette: { accent: { solid: string } } } }
