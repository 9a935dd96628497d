import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type {
  RejudgingEntries_entry$data,
  RejudgingEntries_entry$key,
} from '../../../__generated__/RejudgingEntries_entry.graphql.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { type Column, DataTable } from '../../../ui/layout/DataTable.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { OutcomeChip, VerdictChange } from './VerdictChange.tsx'

type Row = RejudgingEntries_entry$data[number]

type Props = { entries: RejudgingEntries_entry$key; label: string; empty: string }

const before = (row: Row) => ({ verdict: row.verdictBefore, score: row.scoreBefore })
const after = (row: Row) => ({ verdict: row.verdictAfter, score: row.scoreAfter })

/** Submissions of a rejudging, each with its verdict before and after. */
export function RejudgingEntries({ entries, label, empty }: Props) {
  const { t } = useTranslation()
  const rows = useFragment(
    graphql`
      fragment RejudgingEntries_entry on RejudgingEntry @relay(plural: true) {
        id
        verdictBefore
        scoreBefore
        verdictAfter
        scoreAfter
        endedAt
        submission {
          number
          languageName
          user {
            ...UserLink_user
          }
          problem {
            displayId
            title
          }
        }
      }
    `,
    entries,
  )
  const problemOf = ({ problem }: Row['submission']) =>
    problem ? `${problem.displayId} ${problem.title}` : t('submission:hiddenProblem')
  const becameOf = (row: Row) => {
    if (row.verdictAfter) return <OutcomeChip {...after(row)} />
    return (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {t(row.endedAt ? 'judging:rejudging.kept' : 'judging:rejudging.waits')}
      </Box>
    )
  }
  const columns: Column<Row>[] = [
    { key: 'submission', label: t('submission:list.run'), mono: true, width: 90, cell: RunLink },
    {
      key: 'problem',
      label: t('submission:list.problem'),
      grow: true,
      cell: ({ submission }) => problemOf(submission),
    },
    {
      key: 'before',
      label: t('judging:rejudging.before'),
      cell: (row) => (row.verdictBefore ? <OutcomeChip {...before(row)} /> : null),
    },
    { key: 'after', label: t('judging:rejudging.after'), cell: becameOf },
    {
      key: 'language',
      label: t('submission:list.language'),
      from: 'lg',
      cell: ({ submission }) => submission.languageName,
    },
    {
      key: 'author',
      label: t('submission:list.author'),
      cell: ({ submission }) => <UserLink user={submission.user} />,
    },
  ]
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      empty={<EmptyState title={empty} />}
      card={(row) => (
        <>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            <RunLink {...row} />
            <UserLink user={row.submission.user} />
          </Box>
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {problemOf(row.submission)}
          </Box>
          {row.verdictBefore && row.verdictAfter ? (
            <VerdictChange before={before(row)} after={after(row)} />
          ) : (
            becameOf(row)
          )}
        </>
      )}
    />
  )
}

const RunLink = ({ submission: { number } }: Row) => (
  <Link href={`/submission-detail/${number}`}>{number}</Link>
)
