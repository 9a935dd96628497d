import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import type { ManagedContestTable_contests$key } from '../../../__generated__/ManagedContestTable_contests.graphql.ts'
import type {
  ManagedContestTable_row$data,
  ManagedContestTable_row$key,
} from '../../../__generated__/ManagedContestTable_row.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { BulkBar } from '../../../ui/table/BulkBar.tsx'
import { useSelection } from '../../../ui/table/useSelection.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { usePlace } from '../../group/usePlace.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { ContestAccessMark, ContestStatusMark, ContestTypeMark } from '../marks.tsx'
import { ContestMenu } from './ContestMenu.tsx'
import { ContestVisibleSwitch } from './ContestVisibleSwitch.tsx'
import {
  contestHref,
  editHref,
  type ManagedContests,
  managedContests,
  newContestHref,
} from './managedContests.ts'
import { RemoveContests } from './RemoveContests.tsx'

const DownloadCode = lazyPart(async () => (await import('./DownloadCode.tsx')).DownloadCode)

const row = graphql`
  fragment ManagedContestTable_row on Contest @inline {
    id
    number
    title
    type
    access
    status
    startsAt
    boardIsOpen
    isVisible
    owner {
      ...UserLink_user
    }
    setting {
      canRemove
    }
  }
`

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

type Props = { list: ManagedContests; contests: ManagedContestTable_contests$key }

/** One page of contests with their actions. */
export function ManagedContestTable({ list, contests }: Props) {
  const { t } = useTranslation()
  const place = usePlace()
  const address = managedContests(place)
  const { edges, totalCount } = useFragment(
    graphql`
      fragment ManagedContestTable_contests on ManagedContestConnection {
        totalCount
        edges {
          node {
            ...ManagedContestTable_row
          }
        }
      }
    `,
    contests,
  )
  const rows = edges.map(({ node }) => readInlineData<ManagedContestTable_row$key>(row, node))
  const selection = useSelection(rows.map(({ id }) => id))
  const [removing, setRemoving] = useState<readonly string[] | null>(null)
  const [packing, setPacking] = useState<ManagedContestTable_row$data | null>(null)
  const canRemove = rows.some(({ setting }) => setting?.canRemove)
  const nameOf = (id: string) => rows.find((one) => one.id === id)?.title ?? id
  const menu = (contest: ManagedContestTable_row$data) => (
    <ContestMenu
      contest={contest}
      organises={contest.setting !== null && contest.setting !== undefined}
      onDownload={() => setPacking(contest)}
      onRemove={contest.setting?.canRemove ? () => setRemoving([contest.id]) : null}
    />
  )

  return (
    <>
      {canRemove && (
        <BulkBar selection={selection} outcome={null} onDismiss={() => {}} nameOf={nameOf}>
          <Button
            size="small"
            startIcon={<Icon name="cross" />}
            onClick={() => setRemoving([...selection.chosen].map(String))}
          >
            {t('organising:remove')}
          </Button>
        </BulkBar>
      )}
      <ListTable
        label={t('admin:page.CONTESTS')}
        address={address}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={({ title }) => title}
        selection={canRemove ? selection : undefined}
        columns={[
          { key: 'id', label: t('organising:column.id'), mono: true, cell: ({ number }) => number },
          {
            key: 'title',
            label: t('organising:column.title'),
            grow: true,
            cell: (contest) => <Title contest={contest} />,
          },
          {
            key: 'type',
            label: t('organising:column.type'),
            cell: ({ type }) => <ContestTypeMark type={type} />,
          },
          {
            key: 'access',
            label: t('organising:column.access'),
            from: 'xl',
            cell: ({ access }) => <ContestAccessMark access={access} />,
          },
          {
            key: 'status',
            label: t('organising:column.status'),
            cell: ({ status }) => <ContestStatusMark status={status} />,
          },
          {
            key: 'starts',
            label: t('organising:column.starts'),
            numeric: true,
            from: 'lg',
            cell: ({ startsAt }) => formatDateTime(startsAt).slice(0, 16),
          },
          {
            key: 'owner',
            label: t('organising:column.owner'),
            from: 'xl',
            cell: ({ owner }) => owner && <UserLink user={owner} />,
          },
          {
            key: 'visible',
            label: t('organising:column.visible'),
            width: 72,
            cell: (contest) => contest.setting && <ContestVisibleSwitch {...contest} />,
          },
          { key: 'menu', label: t('organising:column.more'), hiddenLabel: true, width: 40, cell: menu },
        ]}
        card={(contest) => <ContestCard contest={contest} menu={menu(contest)} />}
        empty={
          <EmptyState title={t('organising:empty')} text={t('organising:emptyText')}>
            <Button href={newContestHref(place)} startIcon={<Icon name="plus" />}>
              {t('organising:create')}
            </Button>
          </EmptyState>
        }
        nothing={
          <EmptyState title={t('organising:nothing')}>
            <Button href={address.path}>{t('organising:all')}</Button>
          </EmptyState>
        }
      />
      <Suspense>{packing && <DownloadCode contest={packing} onClose={() => setPacking(null)} />}</Suspense>
      {removing && (
        <RemoveContests
          ids={removing}
          nameOf={nameOf}
          onRemoved={selection.clear}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  )
}

type CardProps = { contest: ManagedContestTable_row$data; menu: ReactNode }

/** A contest as a card, where the window is too narrow for columns. */
const ContestCard = ({ contest, menu }: CardProps) => (
  <>
    <Box sx={{ display: 'flex', alignItems: 'start', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Title contest={contest} />
        <Box sx={{ ...oneLine, typography: 'caption', color: 'text.tertiary' }}>
          {[contest.number, contest.type, formatDateTime(contest.startsAt).slice(0, 16)].join(' · ')}
        </Box>
      </Box>
      {menu}
    </Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
      <ContestStatusMark status={contest.status} />
      <ContestAccessMark access={contest.access} />
      <Box sx={{ ml: 'auto' }}>{contest.setting && <ContestVisibleSwitch {...contest} />}</Box>
    </Box>
  </>
)

/** Link to the form of a contest, or to its page for viewers who do not organise it. */
function Title({ contest }: { contest: ManagedContestTable_row$data }) {
  const place = usePlace()
  const { number, title, isVisible, setting } = contest
  return (
    <Link
      href={setting ? editHref(place, number) : contestHref(number)}
      color={isVisible ? 'text.primary' : 'text.tertiary'}
      title={title}
      sx={{ display: 'block', fontWeight: 500, ...oneLine }}
    >
      {title}
    </Link>
  )
}
