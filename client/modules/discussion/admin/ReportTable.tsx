import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, readInlineData } from 'react-relay'
import type {
  ReportTable_row$data,
  ReportTable_row$key,
} from '../../../__generated__/ReportTable_row.graphql.ts'
import type { ReportTableMutation } from '../../../__generated__/ReportTableMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { useMutation } from '../../../relay/useMutation.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { discussionHref } from '../addresses.ts'
import { PostTitle } from '../PostTitle.tsx'
import { type ManagedPosts, managedPosts } from './managedPosts.ts'
import { PostSwitch } from './PostSwitch.tsx'

const row = graphql`
  fragment ReportTable_row on DiscussionReport @inline {
    id
    labels
    reason
    isChecked
    createdAt
    reporter {
      username
      ...UserLink_user
    }
    discussion {
      id
      number
      title
      isPinned
      isDisabled
      problem {
        displayId
      }
      author {
        ...UserLink_user
      }
    }
  }
`

type Row = ReportTable_row$data

type Props = {
  list: ManagedPosts
  total: number
  reports: readonly ReportTable_row$key[]
  fresh: ReadonlySet<string>
}

/** One page of reports: what is wrong with which post, who says so, and whether somebody has checked it. */
export function ReportTable({ list, total, reports, fresh }: Props) {
  const { t } = useTranslation()
  const rows = reports.map((report) => readInlineData<ReportTable_row$key>(row, report))
  const nameOf = ({ discussion, reporter }: Row) =>
    t('discussion:admin.reportOf', {
      title: discussion?.title ?? t('discussion:admin.unseen'),
      name: reporter.username,
    })
  return (
    <ListTable
      label={t('discussion:admin.tab.reports')}
      address={managedPosts(null)}
      list={list}
      total={total}
      rows={rows}
      rowKey={({ id }) => id}
      nameOf={nameOf}
      isFresh={({ id }) => fresh.has(id)}
      columns={[
        {
          key: 'reason',
          label: t('discussion:report.reason'),
          grow: true,
          cell: (report) => <Reason report={report} />,
        },
        {
          key: 'post',
          label: t('discussion:admin.post'),
          width: 240,
          cell: ({ discussion }) => <Post discussion={discussion} />,
        },
        {
          key: 'author',
          label: t('discussion:admin.author'),
          from: 'lg',
          width: 140,
          cell: ({ discussion }) => discussion && <UserLink user={discussion.author} />,
        },
        {
          key: 'reporter',
          label: t('discussion:admin.reporter'),
          width: 140,
          cell: ({ reporter }) => <UserLink user={reporter} />,
        },
        {
          key: 'time',
          label: t('discussion:admin.time'),
          from: 'xl',
          width: 104,
          cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
        },
        {
          key: 'shown',
          label: t('discussion:admin.postShown'),
          width: 84,
          cell: ({ discussion }) => discussion && <PostSwitch post={discussion} field="shown" />,
        },
        {
          key: 'checked',
          label: t('discussion:admin.checks.CHECKED'),
          width: 72,
          cell: (report) => <CheckedSwitch report={report} name={nameOf(report)} />,
        },
      ]}
      card={(report) => (
        <>
          <Reason report={report} />
          <Post discussion={report.discussion} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, typography: 'dense' }}>
            <UserLink user={report.reporter} />
            <Box component="span" sx={{ color: 'text.tertiary' }}>
              <RelativeTime at={report.createdAt} />
            </Box>
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
            <CheckedSwitch report={report} name={nameOf(report)} withWords />
            {report.discussion && <PostSwitch post={report.discussion} field="shown" withWords />}
          </Box>
        </>
      )}
      empty={
        <EmptyState title={t('discussion:admin.noReports')} text={t('discussion:admin.noReportsHint')} />
      }
    />
  )
}

/** Labels and reason of a report. */
function Reason({ report: { labels, reason } }: { report: Row }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ py: 1, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {labels.map((label) => (
        <Box
          key={label}
          component="span"
          sx={{
            display: 'inline-block',
            mr: 1.5,
            px: 1.5,
            borderRadius: 0.67,
            typography: 'dense',
            bgcolor: 'surface.fill',
          }}
        >
          {t(`discussion:label.${label as Label}`)}
        </Box>
      ))}
      <bdi>{reason}</bdi>
    </Box>
  )
}

type Label = Exclude<Row['labels'][number], '%future added value'>

function Post({ discussion }: { discussion: Row['discussion'] }) {
  const { t } = useTranslation()
  if (!discussion) return <Box sx={{ color: 'text.tertiary' }}>{t('discussion:admin.unseen')}</Box>
  const { number, title, problem, isDisabled } = discussion
  return (
    <Link
      href={discussionHref(null, number)}
      color={isDisabled ? 'text.tertiary' : 'text.primary'}
      title={title}
      sx={{
        display: 'block',
        fontWeight: 500,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
    >
      <PostTitle title={title} problem={problem} isPinned={false} />
    </Link>
  )
}

/** Marks a report as checked, or not. */
function CheckedSwitch({ report, name, withWords }: { report: Row; name: string; withWords?: boolean }) {
  const { t } = useTranslation()
  const { id, isChecked } = report
  const [check, { pending }] = useMutation<ReportTableMutation>(graphql`
    mutation ReportTableMutation($input: CheckDiscussionReportsInput!) {
      checkDiscussionReports(input: $input) {
        done
        refused {
          message
        }
      }
    }
  `)
  const toggle = async (isChecked: boolean) => {
    const answer = await check(
      { input: { ids: [id], isChecked } },
      {
        updater: (store, answer) => {
          if (answer?.checkDiscussionReports.done.includes(id))
            store.get(id)?.setValue(isChecked, 'isChecked')
        },
      },
    )
    const [refused] = answer?.checkDiscussionReports.refused ?? []
    if (refused) toast.error(refused.message)
  }
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        verticalAlign: 'middle',
        gap: 2,
        minHeight: { xs: 44, md: 0 },
      }}
    >
      <Switch
        checked={isChecked}
        disabled={pending}
        onChange={(on) => void toggle(on)}
        aria-label={t('discussion:admin.switch', {
          state: t('discussion:admin.checks.CHECKED'),
          title: name,
        })}
      />
      {withWords && (
        <Box component="span" aria-hidden sx={{ typography: 'dense' }}>
          {t('discussion:admin.checks.CHECKED')}
        </Box>
      )}
    </Box>
  )
}
