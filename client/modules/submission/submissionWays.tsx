import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { NONE } from '../../ui/format.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { Tape } from '../../ui/Tape.tsx'
import { Tip } from '../../ui/Tip.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { SubmissionRow } from './SubmissionTable.tsx'
import { type LineWays, Quiet } from './submissionLines.tsx'

const menu = () => import('../judging/CorrectionMenu.tsx')
/** For those who judge anew; nobody else loads them. */
const RejudgeButton = lazyPart(async () => (await menu()).RejudgeButton)
const CorrectionButton = lazyPart(async () => (await menu()).CorrectionButton)

function Manual() {
  const { t } = useTranslation()
  return (
    <Box
      component="span"
      sx={{
        px: 1.5,
        borderRadius: 0.67,
        typography: 'caption',
        bgcolor: 'surface.fill',
        color: 'text.secondary',
      }}
    >
      {t('ui:verdict.manual')}
    </Box>
  )
}

function Score({ row }: { row: SubmissionRow }) {
  const { t } = useTranslation()
  if (typeof row.score !== 'number') return <Quiet>{NONE}</Quiet>
  const shown = (
    <Box component="span" sx={{ fontWeight: row.verdict === 'ACCEPTED' ? 650 : 400 }}>
      {row.score}
    </Box>
  )
  if (typeof row.oiRankScore !== 'number') return shown
  return (
    <Tip title={t('submission:score.tooltip', { score: row.score, oiRankScore: row.oiRankScore })}>
      {shown}
    </Tip>
  )
}

/** How the list of practice shows its lines; `rejudges`: with what is needed to judge anew and to correct. */
export function useSubmissionWays(rejudges: boolean): LineWays<SubmissionRow> {
  const { t } = useTranslation()
  return {
    detailOf: (row) => `/submission-detail/${row.number}`,
    ofAuthor: (row) => `/status?username=${encodeURIComponent(row.user.username)}`,
    problemOf: (row) => row.problem,
    stepsOf: (row) => ({
      done: [...row.tape].filter((letter) => letter !== '.').length,
      total: row.caseCount,
    }),
    mark: (row) => (
      <>
        {row.manual && <Manual />}
        {rejudges && (
          <Suspense>
            <CorrectionButton submission={row} />
          </Suspense>
        )}
      </>
    ),
    tape: (row) => <Tape tape={row.tape} total={row.caseCount} running={row.state === 'RUNNING'} />,
    score: { from: 'xl', cell: (row) => <Score row={row} /> },
    ...(rejudges && {
      act: {
        label: t('submission:list.rejudge'),
        cell: (row) => (
          <Suspense>
            <RejudgeButton submission={row} />
          </Suspense>
        ),
      },
    }),
  }
}
