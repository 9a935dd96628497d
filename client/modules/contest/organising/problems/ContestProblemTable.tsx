import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type {
  ContestProblemTable_contest$data,
  ContestProblemTable_contest$key,
} from '../../../../__generated__/ContestProblemTable_contest.graphql.ts'
import type { ContestProblemTableOrderMutation } from '../../../../__generated__/ContestProblemTableOrderMutation.graphql.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { DataTable } from '../../../../ui/layout/DataTable.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { RowMenu } from '../../../../ui/table/RowMenu.tsx'
import { useOrder } from '../../../../ui/table/useOrder.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { testsHref } from '../../../problem/adminAddresses.ts'
import { Balloon } from '../../Balloon.tsx'
import { editProblemHref } from '../managedContests.ts'

const ChangeProblem = lazyPart(async () => (await import('./ChangeProblem.tsx')).ChangeProblem)
const LatestRejudging = lazyPart(
  async () => (await import('../../../judging/rejudging/LatestRejudging.tsx')).LatestRejudging,
)
const RemoveContestProblem = lazyPart(
  async () => (await import('./RemoveContestProblem.tsx')).RemoveContestProblem,
)
const RejudgeContestProblem = lazyPart(
  async () => (await import('../../../judging/rejudging/RejudgeContestProblem.tsx')).RejudgeContestProblem,
)

type Row = NonNullable<ContestProblemTable_contest$data['problems']>[number]

type Act = 'change' | 'rejudge' | 'remove'

const nameOf = ({ displayId, title }: Row) => `${displayId} ${title}`

/** The problems of a contest in their order. */
export function ContestProblemTable(props: {
  contest: ContestProblemTable_contest$key
  /** Whether the viewer can rejudge. */
  rejudges: boolean
  onAdd: () => void
}) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment ContestProblemTable_contest on Contest {
        id
        number
        latestRejudgings {
          problemNumber
          hold
          ...LatestRejudging_rejudging
        }
        problems {
          problemNumber
          displayId
          title
          color
          setting {
            displayId
            visibility
            canEdit
            canPublish
            submissionCount
            solverCount
          }
        }
      }
    `,
    props.contest,
  )
  const { id, number } = contest
  const [reorder] = useMutation<ContestProblemTableOrderMutation>(graphql`
    mutation ContestProblemTableOrderMutation($input: OrderContestProblemsInput!) {
      orderContestProblems(input: $input) {
        ...ContestProblemTable_contest
      }
    }
  `)
  const [open, setOpen] = useState<{ act: Act; row: Row } | null>(null)
  const order = useOrder(
    contest.problems ?? [],
    ({ problemNumber }) => problemNumber,
    (problemNumbers) => reorder({ input: { contestId: id, problemNumbers } }),
  )
  const menu = (row: Row) => (
    <ProblemMenu
      row={row}
      contestNumber={number}
      rejudges={props.rejudges}
      onOpen={(act) => setOpen({ act, row })}
    />
  )
  const latest = new Map(contest.latestRejudgings?.map((one) => [one.problemNumber, one]))
  const waits = ({ problemNumber }: Row) => {
    const rejudging = latest.get(problemNumber)
    return (
      rejudging?.hold === 'WAITING' && (
        <Suspense fallback={null}>
          <Box sx={{ typography: 'caption' }}>
            <LatestRejudging rejudging={rejudging} />
          </Box>
        </Suspense>
      )
    )
  }
  const label = (row: Row) => <Label row={row} />
  return (
    <>
      <DataTable
        label={t('organising:problems.title')}
        rows={order.rows}
        rowKey={({ problemNumber }) => problemNumber}
        order={order}
        nameOf={nameOf}
        columns={[
          { key: 'label', label: t('organising:problems.label'), cell: label },
          {
            key: 'title',
            label: t('organising:column.title'),
            grow: true,
            cell: (row) => (
              <>
                <Link
                  component="button"
                  type="button"
                  color="text.primary"
                  title={row.title}
                  onClick={() => setOpen({ act: 'change', row })}
                  sx={{ fontWeight: 500, maxWidth: '100%', ...oneLine }}
                >
                  {row.title}
                </Link>
                {waits(row)}
              </>
            ),
          },
          {
            key: 'id',
            label: t('organising:problems.outside'),
            mono: true,
            cell: ({ setting }) => setting?.displayId ?? '',
          },
          {
            key: 'visibility',
            label: t('organising:problems.visibility'),
            from: 'lg',
            cell: ({ setting }) => setting && t(`problemAdmin:visibility.${setting.visibility}`),
          },
          {
            key: 'count',
            label: t('organising:problems.submissions'),
            numeric: true,
            cell: ({ setting }) => setting?.submissionCount ?? 0,
          },
          { key: 'menu', label: t('organising:column.more'), hiddenLabel: true, width: 40, cell: menu },
        ]}
        card={(row) => (
          <Box sx={{ display: 'flex', alignItems: 'start', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
              <Box sx={{ display: 'flex', gap: 2, minWidth: 0 }}>
                {label(row)}
                <Box sx={oneLine}>{row.title}</Box>
              </Box>
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {[
                  row.setting?.displayId,
                  row.setting && t(`problemAdmin:visibility.${row.setting.visibility}`),
                  t('organising:depends.submissions', { count: row.setting?.submissionCount ?? 0 }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
              {waits(row)}
            </Box>
            {menu(row)}
          </Box>
        )}
        empty={
          <EmptyState title={t('organising:problems.empty')} text={t('organising:problems.emptyText')}>
            <Button startIcon={<Icon name="plus" />} onClick={props.onAdd}>
              {t('organising:problems.add')}
            </Button>
          </EmptyState>
        }
      />
      {open && <ProblemDialog contestId={id} {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

type DialogProps = { contestId: string; act: Act; row: Row; onClose: () => void }

/** The dialog of an action on a problem. */
const ProblemDialog = ({ contestId, act, row, onClose }: DialogProps) => (
  <Suspense>
    {act === 'change' && <ChangeProblem contestId={contestId} problem={row} onClose={onClose} />}
    {act === 'rejudge' && (
      <RejudgeContestProblem
        contestId={contestId}
        problemNumber={row.problemNumber}
        name={nameOf(row)}
        count={row.setting?.submissionCount ?? 0}
        onClose={onClose}
      />
    )}
    {act === 'remove' && (
      <RemoveContestProblem contestId={contestId} problem={row} name={nameOf(row)} onClose={onClose} />
    )}
  </Suspense>
)

const Label = ({ row }: { row: Row }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, fontWeight: 600 }}>
    <Balloon color={row.color} />
    {row.displayId}
  </Box>
)

type MenuProps = { row: Row; contestNumber: number; rejudges: boolean; onOpen: (act: Act) => void }

function ProblemMenu({ row, contestNumber, rejudges, onOpen }: MenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = usePlace()
  return (
    <RowMenu
      name={nameOf(row)}
      acts={[
        {
          label: t('organising:problems.change'),
          icon: 'settings',
          onClick: () => onOpen('change'),
        },
        ...(row.setting?.canEdit
          ? ([
              {
                label: t('organising:problems.edit'),
                icon: 'file',
                onClick: () => void navigate(editProblemHref(place, contestNumber, row.problemNumber)),
              },
              {
                label: t('organising:problems.tests'),
                icon: 'layers',
                onClick: () => void navigate(testsHref(place, row.setting?.displayId ?? '')),
              },
            ] as const)
          : []),
        ...(rejudges && row.setting && row.setting.submissionCount > 0
          ? ([
              {
                label: t('judging:held.menu'),
                icon: 'retry',
                onClick: () => onOpen('rejudge'),
              },
            ] as const)
          : []),
        {
          label: t('organising:problems.remove'),
          icon: 'cross',
          destructive: true,
          onClick: () => onOpen('remove'),
        },
      ]}
    />
  )
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
