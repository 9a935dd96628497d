import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
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
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { RANK_LISTS, type RankList, type RankType } from './rankList.ts'

type Props = { list: RankList; ranks: RankTable_ranks$key; type: RankType; viewerId: string | undefined }
type Row = RankTable_ranks$data['edges'][number]['node']

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** A row is marked as changed when this text changes. */
const textOf = ({ node: { number, solved, submitted, score } }: RankTable_ranks$data['edges'][number]) =>
  `${number} ${solved} ${submitted} ${score}`

/** One page of a rank list. */
export function RankTable({ list, ranks, type, viewerId }: Props) {
  const { t, i18n } = useTranslation()
  const address = RANK_LISTS[type]
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
  const solvedOfAll = ({ solved, submitted }: Row) => `${number(solved)} / ${number(submitted)}`
  const text = (value: string | null | undefined) => (
    <Box sx={{ ...oneLine, color: 'text.secondary' }} title={value ?? undefined}>
      {value}
    </Box>
  )
  const figures: Column<Row>[] =
    type === 'ACM'
      ? [
          { key: 'solved', label: t('rank:solved'), numeric: true, cell: ({ solved }) => number(solved) },
          {
            key: 'submitted',
            label: t('rank:submitted'),
            numeric: true,
            cell: ({ submitted }) => number(submitted),
          },
        ]
      : [
          { key: 'score', label: t('rank:score'), numeric: true, cell: ({ score }) => number(score) },
          { key: 'solved', label: t('rank:solvedOfAll'), numeric: true, cell: solvedOfAll },
        ]
  return (
    <ListTable
      label={t(type === 'ACM' ? 'app:nav.acmRank' : 'app:nav.oiRank')}
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
        { key: 'nickname', label: t('rank:nickname'), from: 'lg', cell: ({ user }) => text(user.nickname) },
        ...figures,
        {
          key: 'signature',
          label: t('rank:signature'),
          grow: true,
          from: 'xl',
          cell: (row) => text(row.signature),
        },
      ]}
      card={(row) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
          <Box sx={{ minWidth: 32, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
            {number(row.number)}
          </Box>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <UserLink user={row.user} size={24} />
          </Box>
          <Box sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {type === 'ACM' ? solvedOfAll(row) : number(row.score)}
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
