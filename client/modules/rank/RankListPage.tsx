import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { RankListPageQuery } from '../../__generated__/RankListPageQuery.graphql.ts'
import type { RankListPageSubscription } from '../../__generated__/RankListPageSubscription.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { useLive } from '../../relay/useLive.ts'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { ListFrame } from '../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { RankChart } from './RankChart.tsx'
import { RankTable } from './RankTable.tsx'
import { RANK_LISTS, type RankType } from './rankList.ts'
import { useMoves } from './useMoves.ts'

/** A rank list of the site: chart of the top ten, search, table. Moves of the list show at once. */
export function RankListPage({ queryRef, type }: PageProps<RankListPageQuery> & { type: RankType }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const address = RANK_LISTS[type]
  const list = address.read(search)
  const { top, ranks, viewerRank, viewer } = usePreloadedQuery<RankListPageQuery>(
    graphql`
      query RankListPageQuery($type: Scoring!, $keyword: String, $first: Int, $offset: Int) {
        top: ranks(type: $type, first: 10) {
          ...RankChart_ranks
          edges {
            node {
              solved
              submitted
              score
            }
          }
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
        viewerRank(type: $type) {
          number
          solved
          submitted
          score
        }
        viewer {
          user {
            id
          }
        }
      }
    `,
    queryRef,
  )
  const onMoves = useMoves({
    type,
    rows: ranks.edges.map(({ node }) => node),
    isLast: list.page * list.size >= ranks.totalCount,
    others: top.edges.map(({ node }) => node),
    own: viewerRank,
  })
  useLive<RankListPageSubscription>(
    graphql`
      subscription RankListPageSubscription {
        ranksMoved {
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
    {},
    { onEvent: ({ ranksMoved: { moves } }) => onMoves(moves) },
  )
  const pageOfViewer = viewerRank ? Math.ceil(viewerRank.number / list.size) : null
  return (
    <ListFrame
      title={t(type === 'ACM' ? 'app:nav.acmRank' : 'app:nav.oiRank')}
      filters={
        <>
          <SearchField
            label={t('rank:search')}
            value={list.keyword}
            maxLength={100}
            width={{ xs: '100%', sm: 320 }}
            onSearch={(keyword) => void navigate(address.href(list, { keyword }))}
          />
          {viewerRank && pageOfViewer !== null && (
            <Button href={address.href(list, { keyword: '', page: pageOfViewer })} sx={{ ml: 'auto' }}>
              {t('rank:mine', { number: viewerRank.number })}
            </Button>
          )}
        </>
      }
    >
      <RankChart ranks={top} type={type} />
      <RankTable
        label={t(type === 'ACM' ? 'app:nav.acmRank' : 'app:nav.oiRank')}
        address={address}
        list={list}
        ranks={ranks}
        type={type}
        viewerId={viewer?.user.id}
        solvedHref={(username) => `/status?${new URLSearchParams({ status: '0', username })}`}
      />
    </ListFrame>
  )
}
