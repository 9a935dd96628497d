import Box from '@mui/material/Box'
import { useCallback, useEffect, useRef, useState } from 'react'
import { fetchQuery, graphql, useLazyLoadQuery, useRelayEnvironment } from 'react-relay'
import query, { type SubmissionResultQuery } from '../../../__generated__/SubmissionResultQuery.graphql.ts'
import type { SubmissionResultSubscription } from '../../../__generated__/SubmissionResultSubscription.graphql.ts'
import { useLive } from '../../../relay/useLive.ts'
import { verdictCode } from '../../../ui/text/verdicts.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useWorkbench } from '../workbenchContext.ts'
import { lastShown } from './lastShown.ts'
import { ResultDialog, wantsDialog } from './ResultDialog.tsx'
import { SubmissionOutcome } from './SubmissionOutcome.tsx'

/** Follows one submission case by case until it is done. */
export function SubmissionResult({ number }: { number: number }) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const { onJudged } = useWorkbench()
  const [judged, setJudged] = useState(false)
  const { submission } = useLazyLoadQuery<SubmissionResultQuery>(
    graphql`
      query SubmissionResultQuery($number: Int!) {
        submission(number: $number) {
          id
          state
          verdict
          tape
          ...SubmissionOutcome_submission
          ...ResultDialog_submission
        }
      }
    `,
    { number },
    { fetchPolicy: 'store-or-network' },
  )
  useLive<SubmissionResultSubscription>(
    graphql`
      subscription SubmissionResultSubscription($id: ID!) {
        submissionChanged(id: $id) {
          id
          number
          state
          verdict
          tape
          ...SubmissionOutcome_submission
          ...ResultDialog_submission
        }
      }
    `,
    { id: submission.id },
    {
      // Reload: events during an outage were missed.
      onReturn: () => {
        fetchQuery<SubmissionResultQuery>(
          environment,
          query,
          { number },
          { fetchPolicy: 'network-only' },
        ).subscribe({ error: () => {} })
      },
    },
  )

  const place = useRef<HTMLDivElement>(null)
  const close = useCallback(() => setJudged(false), [])
  const { state, verdict, tape } = submission
  useEffect(() => {
    // Another subscription of the page may bring the state first.
    if (state !== 'DONE' || verdict === null) return lastShown.awaitEnd(number)
    if (!lastShown.takeEnd(number)) return
    const passed = [...tape].filter((letter) => letter === 'A').length
    const name = t(`verdict:${verdictCode(verdict, state)}`)
    // Case results are hidden in a running contest: announce the verdict alone.
    onJudged(
      tape === ''
        ? t('problem:result.announceVerdict', { verdict: name })
        : t('problem:result.announce', { verdict: name, passed, total: tape.length }),
    )
    if (wantsDialog() && !isInSight(place.current)) setJudged(true)
  }, [number, state, verdict, tape, onJudged, t])

  return (
    <Box ref={place}>
      {judged && <ResultDialog submission={submission} onClose={close} />}
      <SubmissionOutcome submission={submission} />
    </Box>
  )
}

/** Whether the top of an element, with the verdict, is in sight. */
function isInSight(element: Element | null) {
  if (!element?.checkVisibility()) return false
  const { top, left } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + 1, top + 1))
}
