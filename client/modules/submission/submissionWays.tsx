import Box from '@mui/material/Box'
import { Suspense } from 'react'
import type { CorrectionMenu_submission$key } from '../../__generated__/CorrectionMenu_submission.graphql.ts'
import { Tip } from '../../ui/feedback/Tip.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { NONE } from '../../ui/text/format.ts'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { Place } from '../group/place.ts'
import type { SubmissionRow } from './SubmissionTable.tsx'
import { type LineWays, Quiet, type SubmissionLine } from './submissionLines.tsx'
import { submissionHref } from './submissionList.ts'

const menu = () => import('../judging/CorrectionMenu.tsx')
/** Loaded only for viewers who may rejudge. */
const RejudgeButton = lazyPart(async () => (await menu()).RejudgeButton)
const CorrectionButton = lazyPart(async () => (await menu()).CorrectionButton)
const ResubmitIcon = lazyPart(async () => (await import('../judging/ResubmitIcon.tsx')).ResubmitIcon)

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

type Correctable = SubmissionLine &
  CorrectionMenu_submission$key & {
    readonly id: string
    readonly manual: boolean
    readonly user: { readonly id: string }
  }

/** Whether a row is of the viewer's own and failed at another judge (area-rules B7). */
const canResubmit = ({ user, state, verdict, manual }: Correctable, viewerId: string | undefined): boolean =>
  user.id === viewerId && state === 'DONE' && verdict === 'SUBMISSION_FAILED' && !manual

/**
 * Mark of a manual verdict, and the action that resubmits what failed at another judge; `rejudges` adds the actions that
 * rejudge, correct and cancel.
 */
export function useCorrectionWays<Row extends Correctable>(
  viewerId: string | undefined,
  rejudges: boolean,
): Pick<LineWays<Row>, 'mark' | 'act'> {
  const { t } = useTranslation()
  return {
    mark: (row) => (
      <>
        {row.manual && <Manual />}
        {canResubmit(row, viewerId) && (
          <Suspense>
            <ResubmitIcon id={row.id} number={row.number} />
          </Suspense>
        )}
        {rejudges && (
          <Suspense>
            <CorrectionButton submission={row} />
          </Suspense>
        )}
      </>
    ),
    ...(rejudges && {
      act: {
        label: t('submission:list.rejudge'),
        cell: (row: Row) => (
          <Suspense>
            <RejudgeButton submission={row} />
          </Suspense>
        ),
      },
    }),
  }
}

/** Line settings of the list of a place; `rejudges` adds the actions that rejudge and correct. */
export function useSubmissionWays(
  place: Place,
  viewerId: string | undefined,
  rejudges: boolean,
): LineWays<SubmissionRow> {
  return {
    detailOf: (row) => submissionHref(place, row.number),
    problemOf: (row) => row.problem,
    stepsOf: (row) => ({
      done: [...row.tape].filter((letter) => letter !== '.').length,
      total: row.caseCount,
    }),
    ...useCorrectionWays(viewerId, rejudges),
    tape: (row) => <TestBar tape={row.tape} total={row.caseCount} running={row.state === 'RUNNING'} />,
    score: { from: 'xl', cell: (row) => <Score row={row} /> },
  }
}
