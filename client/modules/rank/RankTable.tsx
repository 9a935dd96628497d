import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type {
  RankTable_ranks$data,
  RankTable_ranks$key,
} from '../../__generated__/RankTable_ranks.graphql.ts'
import { ListTable } from '../../relay/list/ListTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import type { Column } from '../../ui/layout/DataTable.tsx'
import { useChangedRows } from '../../ui/table/useChangedRows.ts'
import { useGlide } from '../../ui/table/useGlide.ts'
import { formatNumber, formatRate, NONE } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import type { RankAddress, RankList, RankType } from './rankList.ts'

type Props<List extends RankList> = {
  /** Accessible name. */
  label: string
  address: RankAddress<List>
  list: List
  ranks: RankTable_ranks$key
  type: RankType
  viewerId: string | undefined
  isInGroup?: boolean
  /** Address of the accepted submissions of a user. */
  solvedHref: (username: string) => string
}
type Row = RankTable_ranks$data['edges'][number]['node']

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** A row is marked as changed when this text changes. */
const textOf = ({ node: { number, solved, submitted, score } }: RankTable_ranks$data['edges'][number]) =>
  `${number} ${solved} ${submitted} ${score}`

/** One page of a rank list of the site or of a group. */
export function RankTable<List extends RankList>(props: Props<List>) {
  const { label, address, list, ranks, type, viewerId, isInGroup = false, solvedHref } = props
  const { t, i18n } = useTranslation()
  const { edges, totalCount } = useFragment(
    graphql`
      fragment RankTable_ranks on RankConnection {
        totalCount
        edges {
          node {
            number
            solved
            submitted
            score
            signature
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
    ranks,
  )
  const identity = address.href(list)
  const changed = useChangedRows(identity, edges, ({ node }) => node.user.id, textOf)
  const body = useGlide(
    identity,
    edges.map(({ node }) => node.user.id),
  )
  const number = (value: number) => formatNumber(value, i18n.language)
  const text = (value: string | null | undefined) => (
    <Box sx={{ ...oneLine, color: 'text.secondary' }} title={value ?? undefined}>
      {value}
    </Box>
  )
  const solvedOf = ({ solved, user }: Row, isInText = false) => (
    <Link
      href={solvedHref(user.username)}
      underline={isInText ? 'always' : 'hover'}
      aria-label={t('rank:solvedBy', { count: solved, name: user.username })}
    >
      {number(solved)}
    </Link>
  )
  const solvedOfAll = (row: Row) => (
    <>
      {solvedOf(row, true)} / {number(row.submitted)}
    </>
  )
  const solved: Column<Row> = {
    key: 'solved',
    label: t('rank:solved'),
    numeric: true,
    cell: (row) => solvedOf(row),
  }
  const submitted: Column<Row> = {
    key: 'submitted',
    label: t('rank:submitted'),
    numeric: true,
    cell: ({ submitted }) => number(submitted),
  }
  const score: Column<Row> = {
    key: 'score',
    label: t('rank:score'),
    numeric: true,
    cell: ({ score }) => number(score),
  }
  // Members of a group have no rating there: the column stays empty (area-rules G13).
  const rating: Column<Row> = {
    key: 'rating',
    label: t('rank:group.rating'),
    numeric: true,
    from: 'lg',
    cell: () => NONE,
  }
  const both: Column<Row> = {
    key: 'solved',
    label: t('rank:solvedOfAll'),
    numeric: true,
    cell: solvedOfAll,
  }
  const signature: Column<Row> = {
    key: 'signature',
    label: t('rank:signature'),
    grow: true,
    from: 'xl',
    cell: (row) => text(row.signature),
  }
  const rate: Column<Row> = {
    key: 'rate',
    label: t('rank:rate'),
    numeric: true,
    from: 'lg',
    cell: ({ solved, submitted }) => formatRate(submitted > 0 ? solved / submitted : 0),
  }
  const ofSite = type === 'ACM' ? [solved, submitted, rate, signature] : [score, both, rate, signature]
  const figures = isInGroup ? [solved, submitted, score, rating] : ofSite
  return (
    <ListTable
      label={label}
      address={address}
      list={list}
      total={totalCount}
      rows={edges.map(({ node }) => node)}
      rowKey={({ user }) => user.id}
      body={body}
      isFresh={({ user }) => changed.has(user.id)}
      isOwn={({ user }) => user.id === viewerId}
      columns={[
        {
          key: 'number',
          label: t('rank:number'),
          numeric: true,
          width: 72,
          cell: (row) => number(row.number),
        },
        {
          key: 'user',
          label: t('rank:user'),
          grow: true,
          cell: ({ user }) => <UserLink user={user} size={24} />,
        },
        {
          key: 'nickname',
          label: t('rank:nickname'),
          from: 'lg',
          grow: isInGroup,
          cell: ({ user }) => text(user.nickname),
        },
        ...figures,
      ]}
      card={(row) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <Box sx={{ minWidth: 32, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
            {number(row.number)}
          </Box>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <UserLink user={row.user} size={24} />
          </Box>
          <Box sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
            {type === 'OI' && <div>{number(row.score)}</div>}
            {(type === 'ACM' || isInGroup) && <div>{solvedOfAll(row)}</div>}
          </Box>
        </Box>
      )}
      empty={<EmptyState title={t('rank:empty')} />}
      nothing={
        <EmptyState title={t('rank:nothing')}>
          <Button href={address.path}>{t('rank:all')}</Button>
        </EmptyState>
      }
    />
  )
}
