import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { ProgressPanel_summary$key } from '../../../__generated__/ProgressPanel_summary.graphql.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { DifficultySteps } from '../../../ui/text/marks.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const BAR = {
  EASY: 'difficulty.easy.solid',
  MID: 'difficulty.mid.solid',
  HARD: 'difficulty.hard.solid',
} as const

/** Number of problems that the viewer has solved, by difficulty. */
export function ProgressPanel({ summary }: { summary: ProgressPanel_summary$key }) {
  const { t, i18n } = useTranslation()
  const rows = useFragment(
    graphql`
      fragment ProgressPanel_summary on ProgressSummary @relay(plural: true) {
        difficulty
        solved
        total
      }
    `,
    summary,
  )
  const number = (value: number) => formatNumber(value, i18n.language)
  const solved = rows.reduce((sum, row) => sum + row.solved, 0)
  const total = rows.reduce((sum, row) => sum + row.total, 0)
  return (
    <Paper component="section" variant="outlined" aria-labelledby="progress" sx={{ p: 4 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', mb: 2 }}>
        <Box component="h2" id="progress" sx={{ typography: 'h3' }}>
          {t('problem:list.mine')}
        </Box>
        <Share solved={number(solved)} total={number(total)} />
      </Box>
      {rows.map((row) => (
        <Box
          key={row.difficulty}
          sx={{ display: 'flex', alignItems: 'center', gap: 3, height: 28, typography: 'dense' }}
        >
          <Box sx={{ width: 64 }}>
            <DifficultySteps difficulty={row.difficulty} />
          </Box>
          <Box
            aria-hidden
            sx={{ flex: 1, height: 6, borderRadius: 0.5, bgcolor: 'line.subtle', overflow: 'hidden' }}
          >
            <Box
              sx={{
                height: '100%',
                borderRadius: 0.5,
                bgcolor: BAR[row.difficulty],
                width: `${row.total > 0 ? (row.solved / row.total) * 100 : 0}%`,
                minWidth: row.solved > 0 ? 3 : 0,
              }}
            />
          </Box>
          <Box sx={{ minWidth: 76, textAlign: 'right' }}>
            <Share solved={number(row.solved)} total={number(row.total)} />
          </Box>
        </Box>
      ))}
    </Paper>
  )
}

const Share = ({ solved, total }: { solved: string; total: string }) => (
  <Box component="span" sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
    <Box component="b" sx={{ color: 'text.primary', fontWeight: 600 }}>
      {solved}
    </Box>
    {` / ${total}`}
  </Box>
)
