import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type {
  ParticipantTable_participants$data,
  ParticipantTable_participants$key,
} from '../../../../__generated__/ParticipantTable_participants.graphql.ts'
import { ListTable } from '../../../../relay/list/ListTable.tsx'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { UserLink } from '../../../user/UserLink.tsx'
import type { participantList } from './participantList.ts'
import type { Seat } from './seatLines.ts'

type Address = ReturnType<typeof participantList>

export type Participant = ParticipantTable_participants$data['edges'][number]['node']

type Props = {
  participants: ParticipantTable_participants$key
  address: Address
  list: ReturnType<Address['read']>
  /** Public contests have no registrations. */
  isPublic: boolean
  onSeat: (seat: Seat) => void
  onDisqualify: (participant: Participant) => void
}

/** One page of participants, with their seats and disqualifications. */
export function ParticipantTable({ participants, address, list, isPublic, onSeat, onDisqualify }: Props) {
  const { t } = useTranslation()
  const { totalCount, edges } = useFragment(
    graphql`
      fragment ParticipantTable_participants on ContestParticipantConnection {
        totalCount
        edges {
          node {
            realname
            school
            seat
            registeredAt
            disqualifiedAt
            submissionCount
            user {
              id
              username
              nickname
              ...UserLink_user
            }
          }
        }
      }
    `,
    participants,
  )
  const nameOf = ({ user }: Participant) => user?.username ?? t('organising:people.ended')
  const act = (row: Participant) =>
    row.user && (
      <Button size="small" onClick={() => onDisqualify(row)}>
        {t(row.disqualifiedAt ? 'organising:people.undo' : 'organising:people.disqualify')}
      </Button>
    )
  const seat = (row: Participant) => <SeatButton row={row} onSeat={onSeat} />
  const registered = ({ registeredAt }: Participant) =>
    registeredAt ? formatDateTime(registeredAt).slice(0, 16) : t('organising:people.unregistered')

  return (
    <ListTable
      label={t('organising:people.title')}
      address={address}
      list={list}
      total={totalCount}
      rows={edges.map(({ node }) => node)}
      rowKey={(row) => row.user?.id ?? `${row.registeredAt} ${row.submissionCount}`}
      nameOf={nameOf}
      columns={[
        { key: 'name', label: t('organising:people.name'), grow: true, cell: (row) => <Name row={row} /> },
        {
          key: 'nickname',
          label: t('organising:people.nickname'),
          from: 'xl',
          cell: ({ user }) => user?.nickname ?? '',
        },
        {
          key: 'school',
          label: t('organising:people.school'),
          from: 'xl',
          cell: ({ school }) => school ?? '',
        },
        {
          key: 'realname',
          label: t('organising:people.realname'),
          from: 'lg',
          cell: ({ realname }) => realname,
        },
        { key: 'seat', label: t('contestDay:seats.seat'), cell: seat },
        ...(isPublic
          ? []
          : [
              {
                key: 'registered',
                label: t('organising:people.registered'),
                numeric: true,
                cell: registered,
              },
            ]),
        {
          key: 'count',
          label: t('organising:problems.submissions'),
          numeric: true,
          from: 'lg',
          cell: ({ submissionCount }) => submissionCount,
        },
        {
          key: 'state',
          label: t('organising:people.disqualified'),
          cell: (row) => <Disqualified row={row} />,
        },
        { key: 'act', label: t('organising:column.more'), hiddenLabel: true, width: 120, cell: act },
      ]}
      card={(row) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
            <Name row={row} />
            <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
              {[row.user?.nickname, row.school, row.realname, !isPublic && registered(row)]
                .filter(Boolean)
                .join(' · ')}
            </Box>
            <Box sx={{ typography: 'caption' }}>
              {t('contestDay:seats.seat')} {seat(row)}
            </Box>
            {row.disqualifiedAt && (
              <Box sx={{ typography: 'caption' }}>
                <Disqualified row={row} />
              </Box>
            )}
          </Box>
          {act(row)}
        </Box>
      )}
      empty={<EmptyState title={t('organising:people.empty')} text={t('organising:people.emptyText')} />}
      nothing={
        <EmptyState title={t('organising:people.nothing')}>
          <Button href={address.path}>{t('organising:people.all')}</Button>
        </EmptyState>
      }
    />
  )
}

type SeatProps = { row: Participant; onSeat: (seat: Seat) => void }

/** Seat of a participant; opens the dialog that changes it. */
function SeatButton({ row: { user, seat }, onSeat }: SeatProps) {
  const { t } = useTranslation()
  if (!user) return null
  const words = seat || t('contestDay:seats.give')
  return (
    <Link
      component="button"
      type="button"
      aria-label={`${words}: ${t('contestDay:seats.of', { name: user.username })}`}
      onClick={() => onSeat({ username: user.username, seat: seat ?? '' })}
    >
      {words}
    </Link>
  )
}

/** When a participant was disqualified; empty for the others. */
function Disqualified({ row: { disqualifiedAt } }: { row: Participant }) {
  const { t } = useTranslation()
  if (!disqualifiedAt) return null
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'verdict.WA.fg' }}
    >
      <Icon name="minus" size={14} />
      {t('organising:people.since', { time: formatDateTime(disqualifiedAt).slice(0, 16) })}
    </Box>
  )
}

function Name({ row: { user } }: { row: Participant }) {
  const { t } = useTranslation()
  if (!user) return <Box component="span">{t('organising:people.ended')}</Box>
  return <UserLink user={user} />
}
