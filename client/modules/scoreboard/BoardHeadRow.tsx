import Box from '@mui/material/Box'
import type { SxProps } from '@mui/material/styles'
import { useMemo } from 'react'
import type { BoardHead, BoardRow } from '#server/shared/board/wire.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { NAMES, pinned, WIDE_ONLY } from './BoardRowView.tsx'

type Props = { head: BoardHead; rows: readonly BoardRow[]; grid: object }

/** Number of solves and submissions by problem id. */
export function countsOf({ type, problems }: BoardHead, rows: readonly BoardRow[]) {
  const counts = new Map(problems.map(({ id }) => [id, { solved: 0, tries: 0 }]))
  for (const { cells } of rows)
    for (const [id, { solvedAt, gain, tries }] of cells) {
      const count = counts.get(id)
      const full = problems.find((problem) => problem.id === id)?.full ?? 0
      if (!count) continue
      count.tries += tries
      if (type === 'ACM' ? solvedAt !== null : gain >= full) count.solved++
    }
  return counts
}

/** Head of a board: column names, and the counts of each problem. */
export function BoardHeadRow({ head, rows, grid }: Props) {
  const { t } = useTranslation()
  const counts = useMemo(() => countsOf(head, rows), [head, rows])
  const isAcm = head.type === 'ACM'
  const word: SxProps = { typography: 'caption', fontWeight: 500, color: 'text.tertiary' }
  return (
    <Box role="row" sx={{ ...grid, bgcolor: 'background.paper' }}>
      <Box role="columnheader" sx={{ ...pinned(0), ...word, justifyContent: 'center' }}>
        <span aria-hidden>#</span>
        <Box component="span" sx={visuallyHidden}>
          {t('scoreboard:column.rank')}
        </Box>
      </Box>
      <Box role="columnheader" sx={{ ...pinned(NAMES), ...word }}>
        {t('scoreboard:column.person')}
      </Box>
      <Box role="columnheader" sx={{ ...word, display: WIDE_ONLY, textAlign: 'right', pr: 1 }}>
        {t(isAcm ? 'scoreboard:column.solved' : 'scoreboard:column.score')}
      </Box>
      <Box role="columnheader" sx={{ ...word, display: WIDE_ONLY, textAlign: 'right', pr: 2 }}>
        {t(isAcm ? 'scoreboard:column.penalty' : 'scoreboard:column.time')}
        <Box sx={{ typography: 'boardSub', fontWeight: 400 }}>{isAcm ? t('scoreboard:unit') : 'ms'}</Box>
      </Box>
      {head.problems.map(({ id, displayId, title, color }) => {
        const { solved, tries } = counts.get(id) ?? { solved: 0, tries: 0 }
        const words = t('scoreboard:problemHead', { displayId, title, solved, tries })
        return (
          <Box
            role="columnheader"
            key={id}
            aria-label={words}
            title={words}
            sx={{ textAlign: 'center', minWidth: 0 }}
          >
            <Box
              sx={{
                display: 'flex',
                alignItems: 'center',
                justifyContent: 'center',
                gap: 1,
                typography: 'dense',
                fontWeight: 600,
              }}
            >
              <Balloon color={color} />
              {displayId}
            </Box>
            <Box
              sx={{ display: { xs: 'none', md: 'block' }, typography: 'boardSub', color: 'text.tertiary' }}
            >
              {solved}/{tries}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

/** Balloon colour of a problem. */
export function Balloon({ color, size = 10 }: { color: string | null; size?: number }) {
  if (!color) return null
  return (
    <Box
      component="i"
      aria-hidden
      style={{ backgroundColor: color }}
      sx={{
        flex: 'none',
        width: size,
        height: size * 1.2,
        borderRadius: '50%',
        boxShadow: ({ vars }) => `0 0 0 1px ${vars.palette.line.strong}`,
      }}
    />
  )
}
