import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, usePreloadedQuery } from 'react-relay'
import { Navigate, useRevalidator } from 'react-router-dom'
import type { SubmissionPageQuery } from '../../__generated__/SubmissionPageQuery.graphql.ts'
import type { SubmissionPageSubscription } from '../../__generated__/SubmissionPageSubscription.graphql.ts'
import { Section } from '../../app/Section.tsx'
import { useTitle } from '../../app/title.ts'
import { useConnection } from '../../relay/list/connection.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useMovedHref, usePlace } from '../group/usePlace.ts'
import { CorrectionButton, RejudgeButton } from '../judging/CorrectionMenu.tsx'
import { ResubmitButton } from '../judging/ResubmitButton.tsx'
import { SubmissionBanner } from './SubmissionBanner.tsx'
import { SubmissionCases } from './SubmissionCases.tsx'
import { SubmissionCode } from './SubmissionCode.tsx'
import { SubmissionFrame } from './SubmissionFrame.tsx'
import { SubmissionMessage } from './SubmissionMessage.tsx'
import { submissionsHref } from './submissionList.ts'

// Loaded only for viewers who may rejudge.
const SubmissionHistory = lazyPart(async () => (await import('./SubmissionHistory.tsx')).SubmissionHistory)

/** One submission: its verdict at the top, updated live, and its tests and code below. */
export function SubmissionPage({ queryRef }: PageProps<SubmissionPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const { revalidate } = useRevalidator()
  const { submission } = usePreloadedQuery<SubmissionPageQuery>(
    graphql`
      query SubmissionPageQuery($number: Int!) {
        submission(number: $number) {
          id
          number
          state
          contest {
            number
            title
          }
          group {
            number
          }
          ...SubmissionBanner_submission
          ...SubmissionMessage_submission
          ...SubmissionCases_submission
          ...SubmissionCode_submission
          ...CorrectionMenu_submission
          ...ResubmitButton_submission
          ...SubmissionHistory_submission
        }
      }
    `,
    queryRef,
  )
  const place = usePlace()
  // Contests have the same addresses in and outside groups.
  const moved = useMovedHref(submission.contest ? null : (submission.group?.number ?? null))
  useTitle(t('submission:detail.title', { number: submission.number }))
  useLive<SubmissionPageSubscription>(
    graphql`
      subscription SubmissionPageSubscription($id: ID!) {
        submissionChanged(id: $id) {
          state
          ...SubmissionBanner_submission
          ...SubmissionMessage_submission
          ...SubmissionCases_submission
          ...CorrectionMenu_submission
          ...ResubmitButton_submission
          ...SubmissionHistory_submission
        }
      }
    `,
    { id: submission.id },
    { onReturn: () => void revalidate() },
  )

  if (moved) return <Navigate to={moved} replace />
  return (
    <SubmissionFrame
      crumb={
        <>
          {submission.contest ? (
            <Link href={`/contest/${submission.contest.number}/submissions`} color="text.tertiary">
              {submission.contest.title}
            </Link>
          ) : (
            <Link href={submissionsHref(place)} color="text.tertiary">
              {t('submission:list.title')}
            </Link>
          )}
          <Icon name="right" size={14} />
          <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {submission.number}
          </Box>
          <Box component="span" sx={{ ml: 'auto', display: 'inline-flex', alignItems: 'center', gap: 2 }}>
            <ResubmitButton submission={submission} />
            <RejudgeButton submission={submission} labelled />
            <CorrectionButton submission={submission} />
            <LiveMark state={connection} quiet={submission.state === 'DONE'} />
          </Box>
        </>
      }
      banner={
        <>
          <SubmissionBanner submission={submission} />
          <SubmissionMessage submission={submission} />
        </>
      }
      tests={
        <Section>
          <SubmissionCases submission={submission} />
        </Section>
      }
      code={
        <Section>
          <SubmissionCode submission={submission} />
        </Section>
      }
      history={
        <Section>
          <SubmissionHistory submission={submission} />
        </Section>
      }
    />
  )
}
