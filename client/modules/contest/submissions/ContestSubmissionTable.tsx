import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type {
  ContestSubmissionTable_row$data,
  ContestSubmissionTable_row$key,
} from '../../../__generated__/ContestSubmissionTable_row.graphql.ts'
import type { ContestSubmissionTable_submissions$key } from '../../../__generated__/ContestSubmissionTable_submissions.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { NONE } from '../../../ui/text/format.ts'
import { TestBar } from '../../../ui/text/TestBar.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type LineWays, lineCard, useLineColumns } from '../../submission/submissionLines.tsx'
import { useCorrectionWays } from '../../submission/submissionWays.tsx'
import { type ContestSubmissionList, contestSubmissionList } from './contestSubmissionList.ts'

type Row = ContestSubmissionTable_row$data[number]

type Props = {
  contest: number
  list: ContestSubmissionList
  submissions: ContestSubmissionTable_submissions$key
  /** Ids of rows that arrived live. */
  fresh: ReadonlySet<string>
  viewerId: string | undefined
  /** Show the column of scores. */
  scored: boolean
  /** Show the actions to rejudge and to change verdicts. */
  rejudges: boolean
}

/** Submissions of a contest, one line each, like a log. */
export function ContestSubmissionTable(props: Props) {
  const { contest, list, submissions, fresh, viewerId, scored, rejudges } = props
  const { t } = useTranslation()
  const address = contestSubmissionList(contest)
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ContestSubmissionTable_submissions on SubmissionConnection {
        totalCount
        edges {
          node {
            ...ContestSubmissionTable_row
          }
        }
      }
    `,
    submissions,
  )
  const rows = useFragment<ContestSubmissionTable_row$key>(
    graphql`
      fragment ContestSubmissionTable_row on Submission @relay(plural: true) {
        id
        number
        contestProblem {
          id
          displayId
          title
        }
        user {
          id
          ...UserLink_user
        }
        languageName
        codeLength
        createdAt
        state
        verdict
        timeMs
        memoryKb
        score
        caseCount
        tape
        judgedBy
        manual
        ...CorrectionMenu_submission
      }
    `,
    edges.map((edge) => edge.node),
  )
  const actsOf = useCorrectionWays(viewerId, rejudges)
  const ways: LineWays<Row> = {
    contest,
    detailOf: ({ number, contestProblem }) =>
      `/contest/${contest}/problem/${encodeURIComponent(contestProblem?.displayId ?? '-')}/submission-detail/${number}`,
    problemOf: (row) => row.contestProblem,
    ...actsOf,
    tape: ({ tape, caseCount, state }) => (
      <TestBar tape={tape} total={caseCount} running={state === 'RUNNING'} />
    ),
    ...(scored && { score: { cell: ({ score }) => (typeof score === 'number' ? score : NONE) } }),
  }
  const columns = useLineColumns(ways)
  const empty = (
    <EmptyState title={t('contest:submissions.empty')} text={t('contest:submissions.emptyHint')} />
  )
  return (
    <ListTable
      address={address}
      list={list}
      total={totalCount}
      label={t('contest:tab.submissions')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      isOwn={(row) => row.user.id === viewerId}
      isFresh={(row) => fresh.has(row.id)}
      card={lineCard(ways)}
      empty={empty}
      nothing={
        <EmptyState title={t('submission:list.nothing')}>
          <Button variant="contained" color="primary" href={address.path}>
            {t('submission:list.clear')}
          </Button>
        </EmptyState>
      }
    />
  )
}
