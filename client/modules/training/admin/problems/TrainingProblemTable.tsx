import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  TrainingProblemTable_training$data,
  TrainingProblemTable_training$key,
} from '../../../../__generated__/TrainingProblemTable_training.graphql.ts'
import type { TrainingProblemTableOrderMutation } from '../../../../__generated__/TrainingProblemTableOrderMutation.graphql.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { DataTable } from '../../../../ui/layout/DataTable.tsx'
import { RowMenu } from '../../../../ui/table/RowMenu.tsx'
import { useOrder } from '../../../../ui/table/useOrder.ts'
import { DifficultySteps } from '../../../../ui/text/marks.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { problemPageHref } from '../../../problem/addresses.ts'
import { useGroupProblemActs } from '../../../problemAdmin/group/useGroupProblemActs.ts'
import { VisibilityPicker } from '../../../problemAdmin/group/VisibilityPicker.tsx'
import { RemoveProblems } from '../../../problemAdmin/RemoveProblems.tsx'
import { RemoveTrainingProblem } from './RemoveTrainingProblem.tsx'

type Row = NonNullable<TrainingProblemTable_training$data['managedProblems']>[number]

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** The problems of a training in their order. */
export function TrainingProblemTable(props: {
  training: TrainingProblemTable_training$key
  onAdd: () => void
}) {
  const { t } = useTranslation()
  const { id, managedProblems } = useFragment(
    graphql`
      fragment TrainingProblemTable_training on Training {
        id
        managedProblems {
          problemNumber
          problem {
            problemId
            number
            displayId
            title
            difficulty
            visibility
            groupNumber
            viewerCanManage
          }
        }
      }
    `,
    props.training,
  )
  const [reorder] = useMutation<TrainingProblemTableOrderMutation>(graphql`
    mutation TrainingProblemTableOrderMutation($input: OrderTrainingProblemsInput!) {
      orderTrainingProblems(input: $input) {
        ...TrainingProblemTable_training
      }
    }
  `)
  const group = usePlace()
  const { revalidate } = useRevalidator()
  const actsOf = useGroupProblemActs(group)
  const [removed, setRemoved] = useState<Row | null>(null)
  const [deleted, setDeleted] = useState<Row['problem']>(null)
  const order = useOrder(
    managedProblems ?? [],
    ({ problemNumber }) => problemNumber,
    (problemNumbers) => reorder({ input: { trainingId: id, problemNumbers } }),
  )
  const titleOf = ({ problem }: Row) => problem?.title ?? t('trainingAdmin:problems.unseen')
  const nameOf = (row: Row) => [row.problem?.displayId, titleOf(row)].filter(Boolean).join(' ')
  const isOwn = ({ problem }: Row) =>
    group !== null && problem?.groupNumber === group && problem.viewerCanManage
  const visibilityOf = ({ problem }: Row) => problem && t(`problemAdmin:visibility.${problem.visibility}`)
  const visibility = (row: Row) =>
    row.problem && isOwn(row) ? (
      <VisibilityPicker row={row.problem} onDone={() => void revalidate()} />
    ) : (
      visibilityOf(row)
    )
  const title = (row: Row) => <Title row={row}>{titleOf(row)}</Title>
  const acts = (row: Row) =>
    row.problem && isOwn(row) ? (
      <RowMenu
        name={nameOf(row)}
        acts={[
          ...actsOf(row.problem),
          {
            label: t('trainingAdmin:problems.removeFrom'),
            icon: 'cross',
            onClick: () => setRemoved(row),
          },
          {
            label: t('problemAdmin:remove'),
            icon: 'cross',
            destructive: true,
            onClick: () => setDeleted(row.problem),
          },
        ]}
      />
    ) : (
      <Button
        size="small"
        aria-label={t('trainingAdmin:problems.removeOf', { name: nameOf(row) })}
        onClick={() => setRemoved(row)}
      >
        {t('trainingAdmin:problems.remove')}
      </Button>
    )
  return (
    <>
      <DataTable
        label={t('trainingAdmin:problems.title')}
        rows={order.rows}
        rowKey={({ problemNumber }) => problemNumber}
        order={order}
        nameOf={nameOf}
        columns={[
          {
            key: 'id',
            label: t('trainingAdmin:problems.id'),
            mono: true,
            cell: ({ problem }) => problem?.displayId,
          },
          { key: 'title', label: t('training:field.title'), grow: true, cell: title },
          {
            key: 'difficulty',
            label: t('trainingAdmin:problems.difficulty'),
            cell: ({ problem }) => problem && <DifficultySteps difficulty={problem.difficulty} />,
          },
          {
            key: 'visibility',
            label: t('trainingAdmin:problems.visibility'),
            from: 'lg',
            cell: visibility,
          },
          { key: 'acts', label: t('trainingAdmin:column.acts'), hiddenLabel: true, width: 88, cell: acts },
        ]}
        card={(row) => (
          <Box sx={{ display: 'flex', alignItems: 'start', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
              {title(row)}
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {[row.problem?.displayId, visibilityOf(row)].filter(Boolean).join(' · ')}
              </Box>
            </Box>
            {acts(row)}
          </Box>
        )}
        empty={
          <EmptyState title={t('trainingAdmin:problems.empty')} text={t('trainingAdmin:problems.emptyText')}>
            <Button startIcon={<Icon name="plus" />} onClick={props.onAdd}>
              {t('trainingAdmin:problems.addFrom.public')}
            </Button>
          </EmptyState>
        }
      />
      {removed && (
        <RemoveTrainingProblem
          trainingId={id}
          problemNumber={removed.problemNumber}
          name={nameOf(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
      {deleted && (
        <RemoveProblems
          ids={[deleted.problemId]}
          nameOf={() => `${deleted.displayId} ${deleted.title}`}
          onRemoved={() => void revalidate()}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  )
}

/** Title of a problem, linked to its page for viewers who may open it. */
const Title = ({ row: { problem }, children }: { row: Row; children: string }) =>
  problem ? (
    <Link
      href={problemPageHref(problem.groupNumber ?? null, problem.displayId)}
      color="text.primary"
      title={children}
      sx={{ display: 'block', fontWeight: 500, ...oneLine }}
    >
      {children}
    </Link>
  ) : (
    <Box component="span" sx={{ color: 'text.tertiary' }}>
      {children}
    </Box>
  )
