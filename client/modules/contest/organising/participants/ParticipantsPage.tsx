import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type {
  ParticipantsPageQuery,
  ParticipantsPageQuery$data,
} from '../../../../__generated__/ParticipantsPageQuery.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { useTitle } from '../../../../app/title.ts'
import { found } from '../../../../relay/found.ts'
import { ListTable } from '../../../../relay/list/ListTable.tsx'
import type { PageProps } from '../../../../relay/page.tsx'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { Picker } from '../../../../ui/controls/Picker.tsx'
import { SearchField } from '../../../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { usePlace } from '../../../group/usePlace.ts'
import { UserLink } from '../../../user/UserLink.tsx'
import { useContestLive } from '../../useContestLive.ts'
import { editHref, foundIn } from '../managedContests.ts'
import { Disqualify } from './Disqualify.tsx'
import { participantList } from './participantList.ts'
import type { Seat } from './seatLines.ts'

const SeatDialog = lazyPart(async () => (await import('./SeatDialog.tsx')).SeatDialog)

type Contest = NonNullable<NonNullable<ParticipantsPageQuery$data['node']>['contest']>
type Row = NonNullable<Contest['participants']>['edges'][number]['node']

/** Participants of a contest: registration time, number of submissions, disqualification. */
export function ParticipantsPage({ queryRef }: PageProps<ParticipantsPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { node } = usePreloadedQuery<ParticipantsPageQuery>(
    graphql`
      query ParticipantsPageQuery(
        $id: ID!
        $keyword: String
        $disqualified: Boolean
        $first: Int
        $offset: Int
      ) {
        node(id: $id) {
          ... on Contest @alias(as: "contest") {
            id
            number
            title
            group {
              number
            }
            access
            ...useContestLive_contest
            participants(keyword: $keyword, disqualified: $disqualified, first: $first, offset: $offset) {
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
          }
        }
      }
    `,
    queryRef,
  )
  const place = usePlace()
  const contest = foundIn(place, node?.contest)
  const { totalCount, edges } = found(contest.participants)
  const { id, number, title, access } = contest
  useContestLive(contest)
  useTitle(title)
  const address = participantList(place, number)
  const list = address.read(search)
  const [open, setOpen] = useState<Row | null>(null)
  const [seating, setSeating] = useState<Seat | 'list' | null>(null)
  const nameOf = ({ user }: Row) => user?.username ?? t('organising:people.ended')
  const act = (row: Row) =>
    row.user && (
      <Button size="small" onClick={() => setOpen(row)}>
        {t(row.disqualifiedAt ? 'organising:people.undo' : 'organising:people.disqualify')}
      </Button>
    )
  const seat = ({ user, seat }: Row) => {
    if (!user) return null
    const words = seat || t('contestDay:seats.give')
    return (
      <Link
        component="button"
        type="button"
        aria-label={`${words}: ${t('contestDay:seats.of', { name: user.username })}`}
        onClick={() => setSeating({ username: user.username, seat: seat ?? '' })}
      >
        {words}
      </Link>
    )
  }
  const state = ({ disqualifiedAt }: Row) =>
    disqualifiedAt ? (
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'verdict.WA.fg' }}
      >
        <Icon name="minus" size={14} />
        {t('organising:people.since', { time: formatDateTime(disqualifiedAt).slice(0, 16) })}
      </Box>
    ) : (
      ''
    )
  const registered = ({ registeredAt }: Row) =>
    registeredAt ? formatDateTime(registeredAt).slice(0, 16) : t('organising:people.unregistered')

  return (
    <AdminPage
      title={t('organising:people.title')}
      note={title}
      actions={
        <>
          <Button startIcon={<Icon name="list" />} onClick={() => setSeating('list')}>
            {t('contestDay:seats.title')}
          </Button>
          <Button href={editHref(place, number)} startIcon={<Icon name="settings" />}>
            {t('organising:edit')}
          </Button>
        </>
      }
    >
      <FilterBar>
        <SearchField
          label={t('organising:people.search')}
          value={list.keyword}
          maxLength={100}
          width={{ xs: '100%', sm: 280 }}
          onSearch={(keyword) => void navigate(address.href(list, { keyword }))}
        />
        <Picker
          label={t('organising:people.show')}
          value={list.disqualified ? 'true' : ''}
          options={[
            { value: '', label: t('organising:people.everybody') },
            { value: 'true', label: t('organising:people.disqualified') },
          ]}
          onChange={(value) => void navigate(address.href(list, { disqualified: value === 'true' }))}
        />
      </FilterBar>
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
          // Public contests have no registrations.
          ...(access === 'PUBLIC'
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
          { key: 'state', label: t('organising:people.disqualified'), cell: state },
          { key: 'act', label: t('organising:column.more'), hiddenLabel: true, width: 120, cell: act },
        ]}
        card={(row) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
              <Name row={row} />
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                {[row.user?.nickname, row.school, row.realname, access !== 'PUBLIC' && registered(row)]
                  .filter(Boolean)
                  .join(' · ')}
              </Box>
              <Box sx={{ typography: 'caption' }}>
                {t('contestDay:seats.seat')} {seat(row)}
              </Box>
              {row.disqualifiedAt && <Box sx={{ typography: 'caption' }}>{state(row)}</Box>}
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
      {seating && (
        <Suspense>
          <SeatDialog
            contestId={id}
            person={seating === 'list' ? undefined : seating}
            onClose={() => setSeating(null)}
          />
        </Suspense>
      )}
      {open?.user && (
        <Disqualify
          contestId={id}
          userId={open.user.id}
          name={open.user.username}
          isDisqualified={Boolean(open.disqualifiedAt)}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  )
}

function Name({ row: { user } }: { row: Row }) {
  const { t } = useTranslation()
  if (!user) return <Box component="span">{t('organising:people.ended')}</Box>
  return <UserLink user={user} />
}
