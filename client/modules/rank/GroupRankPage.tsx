import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { GroupRankPageQuery } from '../../__generated__/GroupRankPageQuery.graphql.ts'
import type { GroupRankPageSubscription } from '../../__generated__/GroupRankPageSubscription.graphql.ts'
import { found } from '../../relay/found.ts'
import { useConnection } from '../../relay/list/connection.ts'
import { useFilter } from '../../relay/list/useFilter.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { Segments } from '../../ui/controls/Segments.tsx'
import { LiveMark } from '../../ui/feedback/LiveMark.tsx'
import { ListFrame } from '../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { groupHref } from '../group/addresses.ts'
import { groupRank } from './groupRank.ts'
import { RankTable } from './RankTable.tsx'
import { useMoves } from './useMoves.ts'

/** The rank of a group for its members: search, order, table. Moves of the rank show at once. */
export function GroupRankPage({ queryRef }: PageProps<GroupRankPageQuery>) {
  const { t } = useTranslation()
  const connection = useConnection()
  const [search] = useSearchParams()
  const { viewer, ...data } = usePreloadedQuery<GroupRankPageQuery>(
    graphql`
      query GroupRankPageQuery($number: Int!, $type: Scoring!, $keyword: String, $first: Int, $offset: Int) {
        viewer {
          user {
            id
          }
        }
        group(number: $number) {
          id
          number
          viewerRank(type: $type) {
            number
            solved
            submitted
            score
          }
          ranks(type: $type, keyword: $keyword, first: $first, offset: $offset) {
            ...RankTable_ranks
            totalCount
            edges {
              node {
                solved
                submitted
                score
              }
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { id, number, viewerRank, ranks } = found(data.group)
  const address = groupRank(number)
  const list = address.read(search)
  const onMoves = useMoves({
    type: list.type,
    rows: ranks?.edges.map(({ node }) => node) ?? [],
    isLast: list.page * list.size >= (ranks?.totalCount ?? 0),
    own: viewerRank,
  })
  useLive<GroupRankPageSubscription>(
    graphql`
      subscription GroupRankPageSubscription($groupId: ID!) {
        groupRanksMoved(groupId: $groupId) {
          moves {
            before {
              solved
              submitted
              score
            }
            after {
              solved
              submitted
              score
            }
          }
        }
      }
    `,
    ranks ? { groupId: id } : null,
    { onEvent: ({ groupRanksMoved: { moves } }) => onMoves(moves) },
  )
  const go = useFilter(address, list)
  // The frame shows the lock instead.
  if (!ranks) return null
  return (
    <ListFrame
      isPart
      title={t('rank:group.title')}
      note={<LiveMark state={connection} />}
      filters={
        <>
          <Segments
            label={t('rank:group.order')}
            value={list.type}
            segments={[
              { value: 'ACM', label: 'ACM' },
              { value: 'OI', label: 'OI' },
            ]}
            onChange={(type) => go({ type })}
          />
          <SearchField
            label={t('rank:search')}
            value={list.keyword}
            maxLength={100}
            width={{ xs: '100%', sm: 320 }}
            onSearch={(keyword) => go({ keyword })}
          />
          {viewerRank && (
            <Button
              href={address.href(list, { keyword: '', page: Math.ceil(viewerRank.number / list.size) })}
              sx={{ ml: 'auto' }}
            >
              {t('rank:mine', { number: viewerRank.number })}
            </Button>
          )}
        </>
      }
    >
      <RankTable
        label={t('rank:group.title')}
        address={address}
        list={list}
        ranks={ranks}
        type={list.type}
        viewerId={viewer?.user.id}
        isInGroup
        solvedHref={(username) =>
          `${groupHref(number, 'status')}?${new URLSearchParams({ status: '0', username })}`
        }
      />
    </ListFrame>
  )
}
