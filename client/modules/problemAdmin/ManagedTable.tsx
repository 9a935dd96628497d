import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import type { ManagedTable_problems$key } from '../../__generated__/ManagedTable_problems.graphql.ts'
import type {
  ManagedTable_row$data,
  ManagedTable_row$key,
} from '../../__generated__/ManagedTable_row.graphql.ts'
import type { ManagedTable_viewer$key } from '../../__generated__/ManagedTable_viewer.graphql.ts'
import { ListTable } from '../../relay/list/ListTable.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useSelection } from '../../ui/table/useSelection.ts'
import { formatDate } from '../../ui/text/format.ts'
import { DifficultySteps } from '../../ui/text/marks.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { BankMark } from '../bank/BankMark.tsx'
import { editHref, newProblemHref } from '../problem/adminAddresses.ts'
import { UserLink } from '../user/UserLink.tsx'
import { ManagedActs } from './ManagedActs.tsx'
import { ManagedMenu } from './ManagedMenu.tsx'
import { type ManagedList, managedList } from './managedList.ts'
import { PublicSwitch } from './PublicSwitch.tsx'
import { RemoveProblems } from './RemoveProblems.tsx'

const CompareDialog = lazyPart(async () => (await import('./bank/CompareDialog.tsx')).CompareDialog)

const row = graphql`
  fragment ManagedTable_row on Problem @inline {
    id
    number
    displayId
    bank
    title
    visibility
    publicationAskedAt
    scoring
    difficulty
    updatedAt
    author {
      ...UserLink_user
    }
  }
`

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

type Props = { list: ManagedList; problems: ManagedTable_problems$key; viewer: ManagedTable_viewer$key }

/** One page of managed problems, with single and bulk actions. */
export function ManagedTable({ list, problems, viewer }: Props) {
  const { t } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ManagedTable_problems on ManagedProblemConnection {
        totalCount
        edges {
          node {
            ...ManagedTable_row
          }
        }
      }
    `,
    problems,
  )
  const { canPublishProblems, canRemoveProblems } = useFragment(
    graphql`
      fragment ManagedTable_viewer on Viewer {
        canPublishProblems
        canRemoveProblems
      }
    `,
    viewer,
  )
  const rows = edges.map(({ node }) => readInlineData<ManagedTable_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [names, setNames] = useState<Readonly<Record<string, string>>>({})
  const [removing, setRemoving] = useState<readonly string[] | null>(null)
  // Kept here: rows become cards, with other menus, when the window gets narrow.
  const [comparing, setComparing] = useState<string | null>(null)
  const found = (id: string) => rows.find((one) => one.id === id)
  const compared = comparing === null ? undefined : found(comparing)
  const nameOf = (id: string) => {
    const problem = found(id)
    return problem ? nameOfRow(problem) : (names[id] ?? id)
  }
  const keepNames = () => setNames(Object.fromEntries(rows.map((one) => [one.id, nameOfRow(one)])))

  const knob = (problem: ManagedTable_row$data) => (
    <PublicSwitch
      id={problem.id}
      name={nameOfRow(problem)}
      visibility={problem.visibility}
      canPublish={canPublishProblems}
      isAsked={problem.publicationAskedAt !== null}
    />
  )
  const menu = (problem: ManagedTable_row$data) => (
    <ManagedMenu
      problem={problem}
      canPublish={canPublishProblems}
      name={nameOfRow(problem)}
      onCompare={() => setComparing(problem.id)}
      onRemove={canRemoveProblems ? () => setRemoving([problem.id]) : null}
    />
  )

  return (
    <>
      <ManagedActs
        selection={selection}
        nameOf={nameOf}
        canPublish={canPublishProblems}
        onAct={keepNames}
        onRemove={canRemoveProblems ? (ids) => setRemoving(ids) : null}
      />
      <ListTable
        label={t('admin:page.PROBLEMS')}
        address={managedList}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={nameOfRow}
        selection={selection}
        columns={[
          { key: 'id', label: t('problemAdmin:column.id'), mono: true, cell: ({ displayId }) => displayId },
          {
            key: 'title',
            label: t('problemAdmin:column.title'),
            grow: true,
            cell: (problem) => (
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
                <Title problem={problem} />
                <BankMark bank={problem.bank} />
              </Box>
            ),
          },
          {
            key: 'author',
            label: t('problemAdmin:column.author'),
            from: 'lg',
            cell: ({ author }) => author && <UserLink user={author} />,
          },
          { key: 'type', label: t('problemAdmin:filter.type'), from: 'xl', cell: ({ scoring }) => scoring },
          {
            key: 'difficulty',
            label: t('problemAdmin:filter.difficulty'),
            from: 'xl',
            cell: ({ difficulty }) => <DifficultySteps difficulty={difficulty} />,
          },
          {
            key: 'updated',
            label: t('problemAdmin:column.updated'),
            numeric: true,
            from: 'lg',
            cell: ({ updatedAt }) => formatDate(updatedAt),
          },
          { key: 'visibility', label: t('problemAdmin:filter.visibility'), width: 136, cell: knob },
          { key: 'menu', label: t('problemAdmin:column.more'), hiddenLabel: true, width: 40, cell: menu },
        ]}
        card={(problem) => <ProblemCard problem={problem} menu={menu(problem)} knob={knob(problem)} />}
        empty={
          <EmptyState title={t('problemAdmin:empty')} text={t('problemAdmin:emptyText')}>
            <Button href={newProblemHref(null)} startIcon={<Icon name="plus" />}>
              {t('problemAdmin:create')}
            </Button>
          </EmptyState>
        }
        nothing={
          <EmptyState title={t('problemAdmin:nothing')}>
            <Button href={managedList.path}>{t('problemAdmin:all')}</Button>
          </EmptyState>
        }
      />
      {compared && (
        <Suspense>
          <CompareDialog
            number={compared.number}
            displayId={compared.displayId}
            bank={compared.bank}
            onClose={() => setComparing(null)}
          />
        </Suspense>
      )}
      {removing && (
        <RemoveProblems
          ids={removing}
          nameOf={nameOf}
          onRemoved={selection.clear}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

type CardProps = { problem: ManagedTable_row$data; menu: ReactNode; knob: ReactNode }

/** A problem as a card, where the window is too narrow for columns. */
const ProblemCard = ({ problem, menu, knob }: CardProps) => (
  <>
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Title problem={problem} />
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            flexWrap: 'wrap',
            columnGap: 3,
            typography: 'caption',
            color: 'text.tertiary',
          }}
        >
          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
            {[problem.displayId, problem.scoring].join(' · ')}
          </Box>
          <BankMark bank={problem.bank} />
          {problem.author && <UserLink user={problem.author} />}
        </Box>
      </Box>
      {menu}
    </Box>
    {knob}
  </>
)

const nameOfRow = ({ displayId, title }: ManagedTable_row$data) => `${displayId} ${title}`

const Title = ({ problem: { number, title, visibility } }: { problem: ManagedTable_row$data }) => (
  <Link
    href={editHref(null, number)}
    color={visibility === 'PUBLIC' ? 'text.primary' : 'text.tertiary'}
    title={title}
    sx={{ ...oneLine, display: 'block', fontWeight: 500, minWidth: 0 }}
  >
    {title}
  </Link>
)
