import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type {
  ContestRejudgePageQuery,
  ContestRejudgePageQuery$data,
} from '../../../__generated__/ContestRejudgePageQuery.graphql.ts'
import { found } from '../../../relay/found.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataTable } from '../../../ui/layout/DataTable.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { LatestRejudging } from '../../judging/rejudging/LatestRejudging.tsx'
import { Balloon } from '../Balloon.tsx'

const RejudgeContestProblem = lazyPart(
  async () => (await import('../../judging/rejudging/RejudgeContestProblem.tsx')).RejudgeContestProblem,
)

type Row = NonNullable<NonNullable<ContestRejudgePageQuery$data['contest']>['problems']>[number]

const countOf = (row: Row) => row.setting?.submissionCount ?? 0

/**
 * The problems of a contest, each with a rejudge button and its last rejudging; held rejudgings stand above
 * the tabs.
 */
export function ContestRejudgePage({ queryRef }: PageProps<ContestRejudgePageQuery>) {
  const { t } = useTranslation()
  const data = usePreloadedQuery<ContestRejudgePageQuery>(
    graphql`
      query ContestRejudgePageQuery($number: Int!) {
        contest(number: $number) {
          id
          viewerCanRejudge
          problems {
            problemNumber
            displayId
            title
            color
            setting {
              submissionCount
            }
          }
          latestRejudgings {
            problemNumber
            ...LatestRejudging_rejudging
          }
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest?.viewerCanRejudge ? data.contest : null)
  const [asked, setAsked] = useState<Row | null>(null)
  const nameOf = ({ displayId, title }: Row) => `${displayId} ${title}`
  const button = (row: Row) => (
    <Button
      size="small"
      variant="outlined"
      disabled={countOf(row) === 0}
      startIcon={<Icon name="retry" />}
      aria-label={t('judging:held.rejudgeOf', { problem: nameOf(row) })}
      onClick={() => setAsked(row)}
    >
      {t('judging:held.menu')}
    </Button>
  )
  const label = (row: Row) => (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, fontWeight: 600 }}>
      <Balloon color={row.color} />
      {row.displayId}
    </Box>
  )
  const latest = new Map(contest.latestRejudgings?.map((one) => [one.problemNumber, one]))
  const last = ({ problemNumber }: Row) => {
    const rejudging = latest.get(problemNumber)
    return rejudging && <LatestRejudging rejudging={rejudging} />
  }
  const sent = (row: Row) => t('judging:held.sent', { count: countOf(row) })
  return (
    <>
      <DataTable
        label={t('judging:held.problems')}
        rows={contest.problems ?? []}
        rowKey={({ problemNumber }) => problemNumber}
        columns={[
          { key: 'label', label: t('judging:held.label'), cell: label },
          { key: 'title', label: t('judging:held.problem'), grow: true, cell: ({ title }) => title },
          { key: 'sent', label: t('judging:held.submissions'), numeric: true, cell: countOf },
          { key: 'last', label: t('judging:held.last'), cell: last },
          { key: 'act', label: t('judging:held.menu'), cell: button },
        ]}
        card={(row) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
            {label(row)}
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {row.title}
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {sent(row)} {last(row)}
              </Box>
            </Box>
            {button(row)}
          </Box>
        )}
        empty={<EmptyState title={t('judging:held.noProblems')} text={t('judging:held.noProblemsText')} />}
      />
      {asked && (
        <Suspense fallback={null}>
          <RejudgeContestProblem
            contestId={contest.id}
            problemNumber={asked.problemNumber}
            name={nameOf(asked)}
            count={countOf(asked)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
