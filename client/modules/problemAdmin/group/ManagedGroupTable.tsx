import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type {
  ManagedGroupTable_problems$data,
  ManagedGroupTable_problems$key,
} from '../../../__generated__/ManagedGroupTable_problems.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { RowMenu } from '../../../ui/table/RowMenu.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { problemPageHref } from '../../problem/addresses.ts'
import { editHref, newProblemHref } from '../../problem/adminAddresses.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { RemoveProblems } from '../RemoveProblems.tsx'
import { ApplyDialog } from './ApplyDialog.tsx'
import { TONES } from './applications.ts'
import { type GroupProblems, groupProblems } from './groupProblems.ts'
import { useGroupProblemActs } from './useGroupProblemActs.ts'
import { VisibilityPicker } from './VisibilityPicker.tsx'

type Row = ManagedGroupTable_problems$data['edges'][number]['node']

type Props = { list: GroupProblems; group: number; problems: ManagedGroupTable_problems$key }

const nameOf = ({ displayId, title }: Row) => `${displayId} ${title}`

/** One page of the problems of a group with their actions. */
export function ManagedGroupTable({ list, group, problems }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const address = groupProblems(group)
  const [removing, setRemoving] = useState<Row | null>(null)
  const [applying, setApplying] = useState<Row | null>(null)
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ManagedGroupTable_problems on GroupProblemConnection {
        totalCount
        edges {
          node {
            problemId
            number
            displayId
            title
            visibility
            application
            createdAt
            viewerCanManage
            viewerCanRemove
            author {
              ...UserLink_user
            }
          }
        }
      }
    `,
    problems,
  )
  const menu = (row: Row) =>
    row.viewerCanManage && (
      <GroupMenu row={row} group={group} onApply={() => setApplying(row)} onRemove={() => setRemoving(row)} />
    )
  return (
    <>
      <ListTable
        label={t('problemAdmin:manage')}
        address={address}
        list={list}
        total={totalCount}
        rows={edges.map(({ node }) => node)}
        rowKey={({ problemId }) => problemId}
        columns={[
          { key: 'id', label: t('problemAdmin:column.id'), mono: true, cell: ({ displayId }) => displayId },
          {
            key: 'title',
            label: t('problemAdmin:column.title'),
            grow: true,
            cell: (row) => <Title row={row} group={group} />,
          },
          {
            key: 'author',
            label: t('problemAdmin:column.author'),
            from: 'lg',
            cell: ({ author }) => author && <UserLink user={author} />,
          },
          {
            key: 'created',
            label: t('problemAdmin:column.created'),
            numeric: true,
            from: 'lg',
            cell: ({ createdAt }) => formatDate(createdAt),
          },
          {
            key: 'visibility',
            label: t('problemAdmin:filter.visibility'),
            cell: (row) => <VisibilityPicker row={row} onDone={() => void revalidate()} />,
          },
          {
            key: 'application',
            label: t('problemAdmin:application.title'),
            cell: (row) => <State row={row} />,
          },
          { key: 'menu', label: t('problemAdmin:column.more'), hiddenLabel: true, width: 40, cell: menu },
        ]}
        card={(row) => (
          <>
            <Box sx={{ display: 'flex', alignItems: 'start', gap: 2 }}>
              <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
                <Title row={row} group={group} />
                <Box sx={{ display: 'flex', gap: 3, typography: 'caption', color: 'text.tertiary' }}>
                  {row.displayId}
                  {row.author && <UserLink user={row.author} />}
                </Box>
              </Box>
              {menu(row)}
            </Box>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
              <VisibilityPicker row={row} onDone={() => void revalidate()} />
              <State row={row} />
            </Box>
          </>
        )}
        empty={
          <EmptyState title={t('problemAdmin:empty')} text={t('problemAdmin:emptyInGroup')}>
            <Button href={newProblemHref(group)} startIcon={<Icon name="plus" />}>
              {t('problemAdmin:create')}
            </Button>
          </EmptyState>
        }
        nothing={
          <EmptyState title={t('problemAdmin:nothing')}>
            <Button href={address.path}>{t('problemAdmin:all')}</Button>
          </EmptyState>
        }
      />
      {removing && (
        <RemoveProblems
          ids={[removing.problemId]}
          nameOf={() => nameOf(removing)}
          onRemoved={() => undefined}
          onClose={() => setRemoving(null)}
        />
      )}
      {applying && (
        <ApplyDialog
          id={applying.problemId}
          displayId={applying.displayId}
          isApplied={applying.application !== 'ASKED'}
          onDone={() => void revalidate()}
          onClose={() => setApplying(null)}
        />
      )}
    </>
  )
}

const Title = ({ row, group }: { row: Row; group: number }) => (
  <Link
    href={
      row.viewerCanManage
        ? editHref(group, row.number)
        : problemPageHref(row.visibility === 'PUBLIC' ? null : group, row.displayId)
    }
    color={row.visibility === 'HIDDEN' ? 'text.tertiary' : 'text.primary'}
    title={row.title}
    sx={{ display: 'block', fontWeight: 500, overflowWrap: 'anywhere' }}
  >
    {row.title}
  </Link>
)

function State({ row: { application } }: { row: Row }) {
  const { t } = useTranslation()
  if (!application) return null
  return (
    <Box component="span" sx={{ typography: 'dense', color: TONES[application] }}>
      {t(`problemAdmin:application.${application}`)}
    </Box>
  )
}

type MenuProps = { row: Row; group: number; onApply: () => void; onRemove: () => void }

function GroupMenu({ row, group, onApply, onRemove }: MenuProps) {
  const { t } = useTranslation()
  const actsOf = useGroupProblemActs(group)
  const { visibility, application, viewerCanRemove } = row
  const isApplied = application === 'ASKED'
  return (
    <RowMenu
      name={nameOf(row)}
      acts={[
        ...actsOf(row),
        ...(visibility === 'GROUP'
          ? [
              {
                label: t(isApplied ? 'problemAdmin:application.cancel' : 'problemAdmin:application.apply'),
                icon: isApplied ? 'cross' : 'share',
                onClick: onApply,
              } as const,
            ]
          : []),
        ...(viewerCanRemove
          ? [
              {
                label: t('problemAdmin:remove'),
                icon: 'cross',
                destructive: true,
                onClick: onRemove,
              } as const,
            ]
          : []),
      ]}
    />
  )
}
