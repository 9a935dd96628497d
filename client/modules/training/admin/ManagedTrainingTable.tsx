import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type {
  ManagedTrainingTable_row$data,
  ManagedTrainingTable_row$key,
} from '../../../__generated__/ManagedTrainingTable_row.graphql.ts'
import type { ManagedTrainingTable_trainings$key } from '../../../__generated__/ManagedTrainingTable_trainings.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { Column } from '../../../ui/layout/DataTable.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { BulkBar } from '../../../ui/table/BulkBar.tsx'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { useSelection } from '../../../ui/table/useSelection.ts'
import { AccessMark } from '../../../ui/text/AccessMark.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { CategoryMark } from './category/CategoryMark.tsx'
import {
  editHref,
  type ManagedTrainings,
  managedTrainings,
  newTrainingHref,
  problemsHref,
  similarityHref,
} from './managedTrainings.ts'
import { TrainingVisibleSwitch } from './TrainingVisibleSwitch.tsx'

const CopyTraining = lazyPart(async () => (await import('./CopyTraining.tsx')).CopyTraining)
const RemoveTrainings = lazyPart(async () => (await import('./RemoveTrainings.tsx')).RemoveTrainings)

const row = graphql`
  fragment ManagedTrainingTable_row on Training @inline {
    id
    number
    rank
    title
    access
    isVisible
    createdAt
    updatedAt
    viewerCanManage
    viewerCanRemove
    viewerSeesSimilarity
    category {
      name
      color
    }
    owner {
      ...UserLink_user
    }
  }
`

type Row = ManagedTrainingTable_row$data

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

type Props = { list: ManagedTrainings; trainings: ManagedTrainingTable_trainings$key }

/** One page of trainings with their actions. */
export function ManagedTrainingTable({ list, trainings }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const address = managedTrainings(place)
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ManagedTrainingTable_trainings on ManagedTrainingConnection {
        totalCount
        edges {
          node {
            ...ManagedTrainingTable_row
          }
        }
      }
    `,
    trainings,
  )
  const rows = edges.map(({ node }) => readInlineData<ManagedTrainingTable_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [removing, setRemoving] = useState<Readonly<Record<string, string>> | null>(null)
  const [copying, setCopying] = useState<Row | null>(null)
  const canRemove = rows.some(({ viewerCanRemove }) => viewerCanRemove)
  const titles = Object.fromEntries(rows.map(({ id, title }) => [id, title]))
  const menu = (training: Row) => (
    <TrainingMenu
      training={training}
      onCopy={() => setCopying(training)}
      onRemove={() => setRemoving({ [training.id]: training.title })}
    />
  )
  const columns = useColumns(menu)

  return (
    <>
      {canRemove && (
        <BulkBar selection={selection} nameOf={(id) => titles[id] ?? id}>
          <Button
            size="small"
            startIcon={<Icon name="cross" />}
            onClick={() =>
              setRemoving(
                Object.fromEntries([...selection.chosen].map((id) => [id, titles[String(id)] ?? ''])),
              )
            }
          >
            {t('trainingAdmin:remove')}
          </Button>
        </BulkBar>
      )}
      <ListTable
        label={t('admin:page.TRAININGS')}
        address={address}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={({ title }) => title}
        selection={canRemove ? selection : undefined}
        columns={columns}
        card={(training) => <Card training={training} menu={menu(training)} />}
        empty={
          <EmptyState title={t('trainingAdmin:empty')} text={t('trainingAdmin:emptyText')}>
            <Button href={newTrainingHref(place)} startIcon={<Icon name="plus" />}>
              {t('trainingAdmin:create')}
            </Button>
          </EmptyState>
        }
        nothing={
          <EmptyState title={t('trainingAdmin:nothing')}>
            <Button href={address.path}>{t('trainingAdmin:all')}</Button>
          </EmptyState>
        }
      />
      <Suspense>{copying && <CopyTraining training={copying} onClose={() => setCopying(null)} />}</Suspense>
      {removing && (
        <Suspense>
          <RemoveTrainings
            ids={Object.keys(removing)}
            nameOf={(id) => removing[id] ?? id}
            onRemoved={selection.clear}
            onClose={() => setRemoving(null)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Columns of the table; `menu` is the last one. */
function useColumns(menu: (training: Row) => ReactNode): Column<Row>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'rank',
      label: t('training:field.rank'),
      numeric: true,
      width: 72,
      cell: ({ rank }) => rank,
    },
    {
      key: 'title',
      label: t('training:field.title'),
      grow: true,
      cell: (training) => <Title training={training} />,
    },
    {
      key: 'access',
      label: t('trainingAdmin:form.access'),
      cell: ({ access }) => <Access access={access} />,
    },
    {
      key: 'category',
      label: t('training:field.categoryId'),
      cell: ({ category }) => <CategoryMark {...category} />,
    },
    {
      key: 'owner',
      label: t('trainingAdmin:column.owner'),
      from: 'xl',
      cell: ({ owner }) => owner && <UserLink user={owner} />,
    },
    {
      key: 'created',
      label: t('trainingAdmin:column.created'),
      numeric: true,
      from: 'xl',
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      key: 'updated',
      label: t('trainingAdmin:column.updated'),
      numeric: true,
      from: 'lg',
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
    {
      key: 'visible',
      label: t('trainingAdmin:form.visible'),
      width: 72,
      cell: (training) => <TrainingVisibleSwitch {...training} />,
    },
    { key: 'menu', label: t('trainingAdmin:column.more'), hiddenLabel: true, width: 40, cell: menu },
  ]
}

function Card({ training, menu }: { training: Row; menu: ReactNode }) {
  const { rank, access, category, updatedAt } = training
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'start', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
          <Title training={training} />
          <Box sx={{ ...oneLine, typography: 'caption', color: 'text.tertiary' }}>
            {[rank, formatDate(updatedAt)].join(' · ')}
          </Box>
        </Box>
        {menu}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Access access={access} />
        <CategoryMark {...category} />
        <Box sx={{ ml: 'auto' }}>
          <TrainingVisibleSwitch {...training} />
        </Box>
      </Box>
    </>
  )
}

function Access({ access }: Pick<Row, 'access'>) {
  const { t } = useTranslation()
  return <AccessMark access={access}>{t(`trainingAdmin:access.${access}`)}</AccessMark>
}

/** Title of a training, linked to its form for its managers. */
function Title({ training: { number, title, isVisible, viewerCanManage } }: { training: Row }) {
  const place = usePlace()
  const color = isVisible ? 'text.primary' : 'text.tertiary'
  const look = { display: 'block', fontWeight: 500, ...oneLine } as const
  if (!viewerCanManage)
    return (
      <Box component="span" title={title} sx={{ ...look, color }}>
        {title}
      </Box>
    )
  return (
    <Link href={editHref(place, number)} color={color} title={title} sx={look}>
      {title}
    </Link>
  )
}

type MenuProps = { training: Row; onCopy: () => void; onRemove: () => void }

/** Menu of a training; without one for viewers who may do nothing with it. */
function TrainingMenu({ training, onCopy, onRemove }: MenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = usePlace()
  const { number, title, viewerCanManage, viewerCanRemove, viewerSeesSimilarity } = training
  if (!viewerCanManage && !viewerSeesSimilarity) return null
  return (
    <RowMenu
      name={title}
      acts={[
        ...(viewerCanManage
          ? ([
              {
                label: t('trainingAdmin:edit'),
                icon: 'file',
                onClick: () => void navigate(editHref(place, number)),
              },
              {
                label: t('trainingAdmin:problems.title'),
                icon: 'list',
                onClick: () => void navigate(problemsHref(place, number)),
              },
              { label: t('trainingAdmin:copy.act'), icon: 'copy', onClick: onCopy },
            ] as const)
          : []),
        ...(viewerSeesSimilarity
          ? ([
              {
                label: t('trainingAdmin:similarity'),
                icon: 'layers',
                onClick: () => void navigate(similarityHref(place, number)),
              },
            ] as const)
          : []),
        ...(viewerCanRemove
          ? ([
              { label: t('trainingAdmin:remove'), icon: 'cross', destructive: true, onClick: onRemove },
            ] as const)
          : []),
      ]}
    />
  )
}
