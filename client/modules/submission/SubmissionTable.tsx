import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type {
  SubmissionTable_row$data,
  SubmissionTable_row$key,
} from '../../__generated__/SubmissionTable_row.graphql.ts'
import type { SubmissionTable_submissions$key } from '../../__generated__/SubmissionTable_submissions.graphql.ts'
import { ListTable } from '../../relay/list/ListTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import type { Place } from '../group/place.ts'
import { lineCard, useLineColumns } from './submissionLines.tsx'
import { type SubmissionList, submissionList } from './submissionList.ts'
import { useSubmissionWays } from './submissionWays.tsx'

export type SubmissionRow = SubmissionTable_row$data[number]

type Props = {
  place: Place
  list: SubmissionList
  submissions: SubmissionTable_submissions$key
  /** Ids of rows that have just arrived. */
  fresh: ReadonlySet<string>
  /**
   * Account whose rows are marked and resubmitted. Kept out of the rows' fields, so that viewers with equal rights share a
   * stream.
   */
  viewerId: string | undefined
  /** Adds the actions that rejudge and correct. */
  rejudges: boolean
}

/** Rows of a submission list, in one dense line each. */
export function SubmissionTable({ place, list, submissions, fresh, viewerId, rejudges }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment SubmissionTable_submissions on SubmissionConnection {
        totalCount
        edges {
          node {
            ...SubmissionTable_row
          }
        }
      }
    `,
    submissions,
  )
  const rows = useFragment<SubmissionTable_row$key>(
    graphql`
      fragment SubmissionTable_row on Submission @relay(plural: true) {
        id
        number
        problem {
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
        oiRankScore
        caseCount
        tape
        judgedBy
        manual
        ...CorrectionMenu_submission
      }
    `,
    edges.map((edge) => edge.node),
  )
  const ways = useSubmissionWays(place, viewerId, rejudges)
  const columns = useLineColumns(ways)
  const address = submissionList(place)
  const empty =
    place !== null ? (
      <EmptyState title={t('submission:list.empty')} text={t('submission:list.emptyInGroup')} />
    ) : (
      <EmptyState title={t('submission:list.empty')} text={t('submission:list.emptyHint')}>
        <Button variant="contained" color="primary" href="/problem">
          {t('submission:list.pickProblem')}
        </Button>
      </EmptyState>
    )

  return (
    <ListTable
      address={address}
      list={list}
      total={totalCount}
      label={t('submission:list.title')}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      isOwn={(row) => row.user.id === viewerId}
      isFresh={(row) => fresh.has(row.id)}
      card={lineCard(ways)}
      note={t('submission:list.ownNote')}
      empty={empty}
      nothing={
        list.mine ? (
          empty
        ) : (
          <EmptyState title={t('submission:list.nothing')}>
            <Button variant="contained" color="primary" href={address.path}>
              {t('submission:list.clear')}
            </Button>
          </EmptyState>
        )
      }
    />
  )
}
