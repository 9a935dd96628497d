import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, readInlineData, useFragment } from 'react-relay'
import { useNavigate, useRevalidator } from 'react-router-dom'
import type { GroupMemberTable_members$key } from '../../../__generated__/GroupMemberTable_members.graphql.ts'
import type {
  GroupMemberTable_row$data,
  GroupMemberTable_row$key,
} from '../../../__generated__/GroupMemberTable_row.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { Column } from '../../../ui/layout/DataTable.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatDate, formatDateTime, NONE } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { type MemberList, memberList, STANDINGS } from './memberList.ts'
import { StandingMark } from './StandingMark.tsx'
import { useChangeMember } from './useChangeMember.ts'

const ReasonDialog = lazyPart(async () => (await import('./ReasonDialog.tsx')).ReasonDialog)
const RemoveMember = lazyPart(async () => (await import('./RemoveMember.tsx')).RemoveMember)

const row = graphql`
  fragment GroupMemberTable_row on GroupMember @inline {
    id
    standing
    isOwner
    reason
    createdAt
    updatedAt
    viewerMaySet
    viewerCanRemove
    user {
      id
      username
      ...UserLink_user
    }
  }
`

type Row = GroupMemberTable_row$data

type Props = {
  number: number
  list: MemberList
  members: GroupMemberTable_members$key
  viewerId: string | undefined
  /** Whether there are actions; members only read. */
  isManaged: boolean
  fresh: ReadonlySet<string>
}

/** One page of members; administrators change standings and remove people here. */
export function GroupMemberTable({ number, list, members, viewerId, isManaged, fresh }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<{ act: 'remove' | 'reason'; row: Row } | null>(null)
  const { edges, totalCount } = useFragment(
    graphql`
      fragment GroupMemberTable_members on GroupMemberConnection {
        totalCount
        edges {
          node {
            ...GroupMemberTable_row
          }
        }
      }
    `,
    members,
  )
  const address = memberList(number)
  const rows = edges.map(({ node }) => readInlineData<GroupMemberTable_row$key>(row, node))
  const close = () => setOpen(null)
  const acts = (member: Row) => (
    <MemberActs
      member={member}
      onReason={() => setOpen({ act: 'reason', row: member })}
      onRemove={() => setOpen({ act: 'remove', row: member })}
    />
  )
  const isOwn = ({ user }: Row) => user.id === viewerId
  const columns = useColumns(isOwn)
  // The last row of the last page leaves that page empty.
  const isLast = rows.length === 1 && list.page > 1
  return (
    <>
      <ListTable
        label={t('groupAdmin:members.title')}
        address={address}
        list={list}
        total={totalCount}
        rows={rows}
        rowKey={({ id }) => id}
        isOwn={isOwn}
        isFresh={({ id }) => fresh.has(id)}
        columns={
          isManaged
            ? [
                ...columns,
                { key: 'acts', label: t('groupAdmin:members.acts'), hiddenLabel: true, cell: acts },
              ]
            : columns
        }
        card={(member) => (
          <MemberCard member={member} isOwn={isOwn(member)} acts={isManaged && acts(member)} />
        )}
        empty={<EmptyState title={t('groupAdmin:members.empty')} text={t('groupAdmin:members.emptyText')} />}
        nothing={
          <EmptyState title={t('groupAdmin:members.nothing')}>
            <Button href={address.href(list, { keyword: '', standing: null })}>
              {t('groupAdmin:members.clear')}
            </Button>
          </EmptyState>
        }
      />
      <Suspense>
        {open?.act === 'reason' && (
          <ReasonDialog name={open.row.user.username} reason={open.row.reason ?? ''} onClose={close} />
        )}
        {open?.act === 'remove' && (
          <RemoveMember
            id={open.row.id}
            name={open.row.user.username}
            onRemoved={() => {
              if (isLast) void navigate(address.href(list, { page: list.page - 1 }), { replace: true })
              else void revalidate()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

function useColumns(isOwn: (member: Row) => boolean): Column<Row>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'user',
      label: t('groupAdmin:members.user'),
      width: 320,
      cell: (member) => <Person member={member} isOwn={isOwn(member)} />,
    },
    {
      key: 'standing',
      label: t('groupAdmin:members.standing'),
      cell: (member) => <StandingChoice member={member} />,
    },
    {
      key: 'joined',
      label: t('groupAdmin:members.joined'),
      numeric: true,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
    {
      key: 'changed',
      label: t('groupAdmin:members.changed'),
      numeric: true,
      cell: ({ createdAt, updatedAt }) =>
        updatedAt === createdAt ? (
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {NONE}
          </Box>
        ) : (
          <Day at={updatedAt} />
        ),
    },
  ]
}

const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatDate(at)}
  </time>
)

function Person({ member: { user }, isOwn }: { member: Row; isOwn: boolean }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <UserLink user={user} />
      {isOwn && (
        <Box
          component="span"
          sx={{
            flex: 'none',
            px: 1.25,
            borderRadius: 0.5,
            typography: 'caption',
            fontWeight: 600,
            color: 'accent.onSolid',
            bgcolor: 'accent.solid',
          }}
        >
          {t('groupAdmin:members.you')}
        </Box>
      )}
    </Box>
  )
}

/** The standing of a member, as a choice for viewers who may change it. */
function StandingChoice({ member }: { member: Row }) {
  const { t } = useTranslation()
  const { id, standing, isOwner, viewerMaySet, user } = member
  const { set, pending } = useChangeMember(id)
  const options = STANDINGS.filter((one) => one === standing || viewerMaySet.includes(one))
  if (isOwner || options.length < 2) return <StandingMark standing={isOwner ? 'OWNER' : standing} />
  return (
    <Picker
      label={t('groupAdmin:members.standingOf', { name: user.username })}
      hiddenLabel
      disabled={pending}
      value={standing}
      options={options.map((value) => ({ value, label: t(`group:standing.${value}`) }))}
      onChange={(value) => {
        const chosen = options.find((one) => one === value)
        if (chosen) void set(chosen, t('groupAdmin:updated'))
      }}
    />
  )
}

type ActsProps = { member: Row; onReason: () => void; onRemove: () => void }

function MemberActs({ member: { reason, viewerCanRemove, user }, onReason, onRemove }: ActsProps) {
  const { t } = useTranslation()
  const name = user.username
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1 }}>
      {reason && (
        <Button
          size="small"
          variant="text"
          aria-label={t('groupAdmin:members.reasonOf', { name })}
          onClick={onReason}
        >
          {t('groupAdmin:members.reason')}
        </Button>
      )}
      {viewerCanRemove && (
        <Button
          size="small"
          variant="text"
          aria-label={t('groupAdmin:members.removeOf', { name })}
          onClick={onRemove}
        >
          {t('groupAdmin:members.remove')}
        </Button>
      )}
    </Box>
  )
}

function MemberCard({ member, isOwn, acts }: { member: Row; isOwn: boolean; acts: ReactNode }) {
  const { t } = useTranslation()
  const { createdAt } = member
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Person member={member} isOwn={isOwn} />
        </Box>
        <StandingChoice member={member} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}>
        <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          {t('groupAdmin:members.joined')} <Day at={createdAt} />
        </Box>
        {acts}
      </Box>
    </>
  )
}
