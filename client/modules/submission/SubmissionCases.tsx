import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  SubmissionCases_submission$data,
  SubmissionCases_submission$key,
} from '../../__generated__/SubmissionCases_submission.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatDuration, formatMemory } from '../../ui/text/format.ts'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { verdictLetter } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type RunCell, RunGrid } from './RunGrid.tsx'

type Results = NonNullable<SubmissionCases_submission$data['cases']>
type Subtask = Results['subtasks'][number]

/** Tests of a submission, flat or by subtask with the score of each. */
export function SubmissionCases({ submission }: { submission: SubmissionCases_submission$key }) {
  const { t } = useTranslation()
  const [flat, setFlat] = useState(false)
  const { cases, state, verdict, caseCount } = useFragment(
    graphql`
      fragment SubmissionCases_submission on Submission {
        state
        verdict
        caseCount
        cases {
          mode
          runs {
            ...RunGrid_runs @relay(mask: false)
          }
          subtasks {
            number
            verdict
            score
            fullScore
            accepted
            total
            timeMs
            memoryKb
            runs {
              index
            }
          }
        }
      }
    `,
    submission,
  )
  const grouped = (cases?.subtasks.length ?? 0) > 0
  const running = state === 'RUNNING'

  const content = () => {
    if (!cases)
      return <EmptyState title={t('submission:cases.closed')} text={t('submission:cases.closedText')} />
    if (verdict === 'COMPILE_ERROR') return <EmptyState title={t('submission:cases.notCompiled')} />
    if (cases.runs.length === 0 && !running)
      return <EmptyState title={t(state === 'DONE' ? 'submission:cases.none' : 'submission:cases.waiting')} />
    if (!grouped || flat)
      return (
        <Box sx={{ p: 3 }}>
          <RunGrid runs={cases.runs} total={caseCount ?? cases.runs.length} running={running} />
        </Box>
      )
    return cases.subtasks.map((subtask) => (
      <SubtaskPart key={subtask.number} subtask={subtask} runs={cases.runs} running={running} />
    ))
  }

  return (
    <Box component="section" aria-labelledby="tests" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 2, minHeight: 32 }}>
        <Box component="h2" id="tests" sx={{ typography: 'h2' }}>
          {t('submission:cases.title')}
        </Box>
        {cases && (
          <Box sx={{ flex: 1, typography: 'caption', color: 'text.tertiary' }}>
            {t(`submission:mode.${cases.mode}`)}
          </Box>
        )}
        {grouped && (
          <Segments
            label={t('submission:cases.view')}
            value={flat ? 'flat' : 'subtasks'}
            segments={[
              { value: 'subtasks', label: t('submission:cases.bySubtask') },
              { value: 'flat', label: t('submission:cases.flat') },
            ]}
            onChange={(value) => setFlat(value === 'flat')}
          />
        )}
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        {content()}
      </Paper>
    </Box>
  )
}

type PartProps = { subtask: Subtask; runs: readonly RunCell[]; running: boolean }

function SubtaskPart({ subtask, runs, running }: PartProps) {
  const { t } = useTranslation()
  const own = new Set(subtask.runs.map((run) => run.index))
  const members = runs.filter((run) => own.has(run.index))
  const figure = {
    typography: 'caption',
    color: 'text.tertiary',
    fontVariantNumeric: 'tabular-nums',
    minWidth: 52,
    textAlign: 'right',
  }
  return (
    <Accordion defaultExpanded={subtask.verdict !== null && subtask.verdict !== 'ACCEPTED'}>
      <AccordionSummary
        id={`subtask-${subtask.number}`}
        aria-controls={`subtask-${subtask.number}-tests`}
        sx={{ '& .turn': { transition: 'rotate 150ms' }, '&.Mui-expanded .turn': { rotate: '90deg' } }}
        slotProps={{ content: { sx: { gap: 2, minWidth: 0 } } }}
      >
        <Box className="turn" sx={{ display: 'inline-flex', color: 'text.tertiary' }}>
          <Icon name="right" size={14} />
        </Box>
        <Box component="b" sx={{ typography: 'dense', fontWeight: 600, whiteSpace: 'nowrap' }}>
          {t('submission:cases.subtask', { number: subtask.number })}
        </Box>
        <Box sx={{ ml: 'auto', display: { xs: 'none', sm: 'inline-flex' } }}>
          <TestBar
            tape={members.map((run) => verdictLetter(run.verdict)).join('')}
            total={subtask.total}
            running={running}
          />
        </Box>
        <Box component="span" sx={{ ...figure, ml: { xs: 'auto', sm: 0 } }}>
          {`${subtask.accepted} / ${subtask.total}`}
        </Box>
        <Box component="span" sx={{ ...figure, display: { xs: 'none', md: 'inline' } }}>
          {formatDuration(subtask.timeMs)}
        </Box>
        <Box component="span" sx={{ ...figure, display: { xs: 'none', md: 'inline' } }}>
          {formatMemory(subtask.memoryKb)}
        </Box>
        <Box
          component="span"
          sx={{ minWidth: 92, typography: 'dense', display: { xs: 'none', md: 'inline' } }}
        >
          {subtask.verdict && <Verdict verdict={subtask.verdict} />}
        </Box>
        <Box
          component="span"
          sx={{ minWidth: 56, textAlign: 'right', typography: 'dense', fontVariantNumeric: 'tabular-nums' }}
        >
          <b>{subtask.score}</b>
          <Box component="span" sx={{ color: 'text.tertiary' }}>{` / ${subtask.fullScore}`}</Box>
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: 3, pt: 0, pb: 3 }}>
        <RunGrid runs={members} total={members.length} running={false} />
      </AccordionDetails>
    </Accordion>
  )
}
