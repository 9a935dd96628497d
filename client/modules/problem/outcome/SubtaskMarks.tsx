import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { SubtaskMarks_subtasks$key } from '../../../__generated__/SubtaskMarks_subtasks.graphql.ts'
import { formatDuration, formatMemory } from '../../../ui/text/format.ts'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Score of each subtask so far, with its longest time and peak memory. */
export function SubtaskMarks({ subtasks }: { subtasks: SubtaskMarks_subtasks$key }) {
  const { t } = useTranslation()
  const rows = useFragment(
    graphql`
      fragment SubtaskMarks_subtasks on SubtaskResult @relay(plural: true) {
        number
        verdict
        score
        fullScore
        runs {
          timeMs
          memoryKb
        }
      }
    `,
    subtasks,
  )
  return (
    <Box
      component="ul"
      aria-label={t('problem:result.subtasks')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        typography: 'dense',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {rows.map((row) => (
        <Box
          component="li"
          key={row.number}
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1.5,
            px: 2.5,
            height: 28,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            color: 'text.secondary',
          }}
        >
          {row.verdict && <Verdict form="icon" verdict={row.verdict} />}
          {t('problem:result.subtask', { number: row.number })}
          <Box component="b" sx={{ fontWeight: 600, color: 'text.primary' }}>
            {row.score} / {row.fullScore}
          </Box>
          {row.runs.length > 0 && (
            <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {[
                formatDuration(Math.max(...row.runs.map(({ timeMs }) => timeMs))),
                formatMemory(Math.max(...row.runs.map(({ memoryKb }) => memoryKb))),
              ].join(' · ')}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
