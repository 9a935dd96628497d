import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { RankListPageQuery } from '../../__generated__/RankListPageQuery.graphql.ts'
import type { PageProps } from '../../relay/page.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { ListFrame } from '../../ui/layout/ListFrame.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { RankChart } from './RankChart.tsx'
import { RankTable } from './RankTable.tsx'
import { RANK_LISTS, type RankType } from './rankList.ts'

/** A rank list of the site: chart of the top ten, search, table. */
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
        }
        ranks(type: $type, keyword: $keyword, first: $first, offset: $offset) {
          ...RankTable_ranks
        }
        viewerRank(type: $type)
        viewer {
          user {
            id
          }
        }
      }
    `,
    queryRef,
  )
  const pageOfViewer =
    viewerRank === null || viewerRank === undefined ? null : Math.ceil(viewerRank / list.size)
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
          {pageOfViewer !== null && (
            <Button href={address.href(list, { keyword: '', page: pageOfViewer })} sx={{ ml: 'auto' }}>
              {t('rank:mine', { number: viewerRank })}
            </Button>
          )}
        </>
      }
    >
      <RankChart ranks={top} type={type} />
      <RankTable list={list} ranks={ranks} type={type} viewerId={viewer?.user.id} />
    </ListFrame>
  )
}
