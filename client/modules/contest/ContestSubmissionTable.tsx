import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type {
  ContestSubmissionTable_row$data,
  ContestSubmissionTable_row$key,
} from '../../__generated__/ContestSubmissionTable_row.graphql.ts'
import type { ContestSubmissionTable_submissions$key } from '../../__generated__/ContestSubmissionTable_submissions.graphql.ts'
import { ListTable } from '../../relay/ListTable.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDuration, formatLength, formatMemory, NONE } from '../../ui/format.ts'
import { RelativeTime } from '../../ui/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { Verdict } from '../../ui/Verdict.tsx'
import { ProblemLink } from '../submission/ProblemLink.tsx'
import { type ContestSubmissionList, contestSubmissionList } from './contestSubmissionList.ts'

type Row = ContestSubmissionTable_row$data[number]

type Props = {
  contest: number
  list: ContestSubmissionList
  submissions: ContestSubmissionTable_submissions$key
  /** Ids of rows that have just come in. */
  fresh: ReadonlySet<string>
  viewerId: string | undefined
  /** With a column of scores. */
  scored: boolean
}

/** The rows of a contest's submissions, which read like a log. */
export function ContestSubmissionTable({ contest, list, submissions, fresh, viewerId, scored }: Props) {
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
          username
          avatar
          isEnded
        }
        languageName
        codeLength
        createdAt
        state
        verdict
        timeMs
        memoryKb
        score
        judgedBy
      }
    `,
    edges.map((edge) => edge.node),
  )
  const detailOf = ({ number, contestProblem }: Row) =>
    `/contest/${contest}/problem/${encodeURIComponent(contestProblem?.displayId ?? '-')}/submission-detail/${number}`
  const outcome = (row: Row) => (
    <Link href={detailOf(row)} underline="none">
      <Verdict verdict={row.verdict} state={row.state ?? null} />
    </Link>
  )
  const problem = (row: Row) => <ProblemLink problem={row.contestProblem} contest={contest} quiet noWrap />
  const person = ({ user }: Row) =>
    user.isEnded ? (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {t('user:ended')}
      </Box>
    ) : (
      <Link
        href={address.href(list, { username: user.username, mine: false })}
        color="text.primary"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, minWidth: 0 }}
      >
        <Avatar name={user.username} src={user.avatar} />
        {user.username}
      </Link>
    )
  const columns: Column<Row>[] = [
    {
      key: 'number',
      label: t('submission:list.run'),
      mono: true,
      width: 64,
      cell: (row) => (
        <Link href={detailOf(row)} color="text.secondary">
          {row.number}
        </Link>
      ),
    },
    { key: 'problem', label: t('submission:list.problem'), grow: true, cell: problem },
    { key: 'verdict', label: t('submission:list.verdict'), cell: outcome },
    ...(scored
      ? [
          {
            key: 'score',
            label: t('submission:list.score'),
            numeric: true,
            cell: (row: Row) => (typeof row.score === 'number' ? row.score : NONE),
          },
        ]
      : []),
    {
      key: 'time',
      label: t('submission:list.time'),
      numeric: true,
      cell: (row) => formatDuration(row.timeMs),
    },
    {
      key: 'memory',
      label: t('submission:list.memory'),
      numeric: true,
      from: 'lg',
      cell: (row) => formatMemory(row.memoryKb),
    },
    {
      key: 'length',
      label: t('submission:list.length'),
      numeric: true,
      from: 'xl',
      cell: (row) => formatLength(row.codeLength),
    },
    { key: 'language', label: t('submission:list.language'), from: 'lg', cell: (row) => row.languageName },
    { key: 'judge', label: t('submission:list.judge'), from: 'xl', cell: (row) => row.judgedBy ?? NONE },
    { key: 'author', label: t('submission:list.author'), cell: person },
    {
      key: 'when',
      label: t('submission:list.when'),
      numeric: true,
      cell: (row) => (
        <Box component="span" sx={{ color: 'text.tertiary' }}>
          <RelativeTime at={row.createdAt} />
        </Box>
      ),
    },
  ]
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
      card={(row) => (
        <>
          <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
            {outcome(row)}
            <Box
              component="span"
              sx={{ color: 'text.tertiary', typography: 'caption', whiteSpace: 'nowrap' }}
            >
              <RelativeTime at={row.createdAt} />
            </Box>
          </Box>
          {problem(row)}
          <Box
            sx={{
              ...{ display: 'flex', justifyContent: 'space-between', gap: 2, typography: 'caption' },
              ...{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' },
            }}
          >
            {person(row)}
            <span>
              {[row.languageName, formatDuration(row.timeMs), formatMemory(row.memoryKb)].join(' · ')}
              {typeof row.score === 'number' && scored && ` · ${row.score}`}
            </span>
          </Box>
        </>
      )}
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
