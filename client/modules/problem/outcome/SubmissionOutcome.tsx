import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type {
  SubmissionOutcome_submission$data,
  SubmissionOutcome_submission$key,
} from '../../../__generated__/SubmissionOutcome_submission.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { LateCopyButton } from '../../../ui/controls/LateCopyButton.tsx'
import { formatDuration, formatLength, formatMemory } from '../../../ui/text/format.ts'
import { TestBar } from '../../../ui/text/TestBar.tsx'
import { TestCell, TestGrid } from '../../../ui/text/TestGrid.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { Verdict } from '../../../ui/text/Verdict.tsx'
import { letterCode, verdictCode } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { PercentileCards } from '../statement/PercentileCards.tsx'
import { TextBlock } from '../statement/TextBlock.tsx'
import { useWorkbench } from '../workbenchContext.ts'
import { CaseDetail } from './CaseDetail.tsx'
import { FailureNote } from './FailureNote.tsx'
import { NextSteps } from './NextSteps.tsx'
import { SubtaskMarks } from './SubtaskMarks.tsx'

type Judged = SubmissionOutcome_submission$data

/** Progress of a submission: tests fill while it is judged, then the verdict and its reason. */
export function SubmissionOutcome({ submission }: { submission: SubmissionOutcome_submission$key }) {
  const { t } = useTranslation()
  const judged = useFragment(
    graphql`
      fragment SubmissionOutcome_submission on Submission {
        number
        state
        verdict
        createdAt
        languageName
        codeLength
        score
        caseCount
        tape
        judgedBy
        message
        viewerIsAuthor
        ordinal
        queuePosition
        hasHost
        peak {
          timeMs
          memoryKb
        }
        problem {
          fullScore
        }
        cases {
          runs {
            index
            verdict
            timeMs
            memoryKb
            score
            message
            outputHead
            sample {
              index
            }
            ...CaseDetail_run
          }
          subtasks {
            ...SubtaskMarks_subtasks
          }
        }
        percentiles {
          ...PercentileCards_percentiles
        }
        timeMs
        memoryKb
        ...FailureNote_submission
        ...NextSteps_submission
      }
    `,
    submission,
  )
  const over = judged.state === 'DONE'
  const accepted = judged.verdict === 'ACCEPTED'
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: 3 }}>
      <Headline judged={judged} />
      {over && judged.tape.length > 0 && <TestBar tape={judged.tape} total={judged.caseCount} size="large" />}
      {over && !accepted && <FailureNote submission={judged} />}
      {over && judged.message && (
        <Box>
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
            <Box sx={{ typography: 'button' }}>
              {t(judged.verdict === 'COMPILE_ERROR' ? 'problem:result.compiler' : 'problem:result.message')}
            </Box>
            <LateCopyButton text={judged.message} />
          </Box>
          <TextBlock text={judged.message} />
        </Box>
      )}
      {accepted && judged.percentiles && (
        <PercentileCards percentiles={judged.percentiles} timeMs={judged.timeMs} memoryKb={judged.memoryKb} />
      )}
      {accepted && !judged.percentiles && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4 }}>
          <Figure name={t('problem:result.time')} value={formatDuration(judged.timeMs)} />
          <Figure name={t('problem:result.memory')} value={formatMemory(judged.memoryKb)} />
        </Box>
      )}
      {judged.cases && judged.cases.subtasks.length > 0 && <SubtaskMarks subtasks={judged.cases.subtasks} />}
      <Tests judged={judged} />
      {over && <NextSteps submission={judged} />}
    </Box>
  )
}

function Headline({ judged }: { judged: Judged }) {
  const { t } = useTranslation()
  const { detailHref } = useWorkbench()
  const done = [...judged.tape].filter((letter) => letter !== '.').length
  const passed = [...judged.tape].filter((letter) => letter === 'A').length
  const total = judged.caseCount ?? judged.tape.length
  const over = judged.state === 'DONE'
  const stop = [...judged.tape].findIndex((letter) => letter !== 'A' && letter !== '.' && letter !== 'C') + 1
  const facts = over
    ? [
        total > 0 && judged.verdict !== 'COMPILE_ERROR' && t('problem:result.passed', { passed, total }),
        stop > 0 && judged.verdict !== 'ACCEPTED' && t('problem:result.failedAt', { number: stop }),
        judged.verdict === 'ACCEPTED' &&
          typeof judged.ordinal === 'number' &&
          t('problem:result.ordinal', { count: judged.ordinal }),
      ]
    : [
        judged.state === 'QUEUED' &&
          typeof judged.queuePosition === 'number' &&
          t('problem:result.queued', { position: judged.queuePosition + 1 }),
        judged.state === 'QUEUED' && !judged.hasHost && t('problem:result.noHost'),
        judged.state === 'AWAITING_ACCOUNT' && t('problem:result.awaitingAccount'),
        judged.state === 'SENDING' && t('problem:result.sending'),
        judged.state === 'SENT' && t('problem:result.awaitingVerdict'),
        judged.judgedBy,
      ]

  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
      <Verdict form="banner" verdict={judged.verdict} state={judged.state} done={done} total={total} />
      {over && judged.problem && typeof judged.score === 'number' && (
        <Box component="b" sx={{ typography: 'h3', fontVariantNumeric: 'tabular-nums' }}>
          {t('problem:result.score', { score: judged.score, full: judged.problem.fullScore })}
        </Box>
      )}
      <Box sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
        {facts.filter(Boolean).join(' · ')}
      </Box>
      <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        {over ? (
          <>
            <Box
              component="small"
              sx={{ typography: 'caption', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
            >
              <RelativeTime at={judged.createdAt} />
              {` · ${judged.languageName} · ${formatLength(judged.codeLength)}`}
            </Box>
            <Button size="small" href={detailHref(judged.number)} endIcon={<Icon name="right" size={14} />}>
              {t('problem:result.detail')}
            </Button>
          </>
        ) : (
          judged.peak && (
            <>
              <Figure name={t('problem:result.longest')} value={formatDuration(judged.peak.timeMs)} />
              <Figure name={t('problem:result.largest')} value={formatMemory(judged.peak.memoryKb)} />
            </>
          )
        )}
      </Box>
    </Box>
  )
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <Box
    component="span"
    sx={{
      display: 'inline-flex',
      gap: 1.5,
      alignItems: 'baseline',
      typography: 'dense',
      color: 'text.tertiary',
    }}
  >
    {name}
    <Box component="b" sx={{ fontWeight: 600, color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
      {value}
    </Box>
  </Box>
)

type Run = NonNullable<Judged['cases']>['runs'][number]

/** Whether a case has details beyond its cell. */
const tells = (run: Run | undefined) => Boolean(run?.message || run?.outputHead || run?.sample)

/** One cell per test; the details of one open below the grid. */
function Tests({ judged }: { judged: Judged }) {
  // Its author sees the first failure opened, until another case is chosen.
  const [chosen, setOpen] = useState<number | null>()
  const failed = judged.cases?.runs.find(({ verdict }) => verdict !== 'ACCEPTED' && verdict !== 'CANCELLED')
  const first = judged.state === 'DONE' && judged.viewerIsAuthor && tells(failed) ? failed?.index : null
  const open = chosen === undefined ? first : chosen
  const runs = new Map(judged.cases?.runs.map((run) => [run.index, run]))
  const letters = [...judged.tape.padEnd(judged.caseCount ?? 0, '.')]
  if (letters.length === 0) return null
  const now =
    judged.state === 'RUNNING' ? letters.findIndex((letter, at) => letter === '.' && !runs.has(at + 1)) : -1
  const opened = runs.get(open ?? 0)

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TestGrid>
        {letters.map((letter, at) => {
          const number = at + 1
          const run = runs.get(number)
          return (
            <TestCell
              // Tests keep their order.
              key={number}
              number={number}
              code={run ? verdictCode(run.verdict) : letterCode(letter)}
              running={at === now}
              timeMs={run?.timeMs}
              memoryKb={run?.memoryKb}
              score={run?.score}
              open={open === number}
              onOpen={tells(run) ? () => setOpen(open === number ? null : number) : undefined}
            />
          )
        })}
      </TestGrid>
      {opened && <CaseDetail run={opened} />}
    </Box>
  )
}
