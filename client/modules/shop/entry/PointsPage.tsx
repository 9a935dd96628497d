import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useRevalidator, useSearchParams } from 'react-router-dom'
import type { PointsPageQuery } from '../../../__generated__/PointsPageQuery.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../../ui/layout/ListFrame.tsx'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { entryList } from '../addresses.ts'
import { Balance } from '../goods/Balance.tsx'
import { usePointsLive } from '../goods/usePointsLive.ts'
import { ShopPart } from '../ShopPart.tsx'
import { Amount } from './Amount.tsx'
import { EntryCause } from './EntryCause.tsx'
import { ReasonPicker } from './ReasonPicker.tsx'

/** The viewer's entries of the ledger, live. */
export function PointsPage({ queryRef }: PageProps<PointsPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [search] = useSearchParams()
  const list = entryList.read(search)
  const { points, ownPointEntries } = usePreloadedQuery<PointsPageQuery>(
    graphql`
      query PointsPageQuery($reason: PointReason, $first: Int, $offset: Int) {
        points {
          balance
          ...Balance_points
        }
        ownPointEntries(reason: $reason, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              amount
              createdAt
              ...EntryCause_entry
            }
          }
        }
      }
    `,
    queryRef,
  )
  const rows = (ownPointEntries?.edges ?? []).map(({ node }) => node)
  // The stream begins with the points of now; only other ones mean a new entry.
  usePointsLive(true, (balance) => {
    if (balance !== points?.balance) void revalidate()
  })
  const title = t('shop:tab.points')
  return (
    <ShopPart title={title}>
      {points && (
        <Box sx={{ maxWidth: 360, mb: 4 }}>
          <Balance points={points} />
        </Box>
      )}
      <FilterBar>
        <ReasonPicker
          value={list.reason}
          onChange={(reason) => void navigate(entryList.href(list, { reason }))}
        />
      </FilterBar>
      <ListTable
        label={title}
        address={entryList}
        list={list}
        total={ownPointEntries?.totalCount ?? 0}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'at',
            label: t('shop:entry.at'),
            width: 140,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          {
            key: 'reason',
            label: t('shop:entry.reason'),
            grow: true,
            cell: (entry) => <EntryCause entry={entry} />,
          },
          {
            key: 'amount',
            label: t('shop:entry.amount'),
            numeric: true,
            cell: ({ amount }) => <Amount amount={amount} />,
          },
        ]}
        card={(entry) => (
          <Box sx={{ display: 'flex', gap: 3, flex: 1, minWidth: 0 }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <EntryCause entry={entry} />
              <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
                <RelativeTime at={entry.createdAt} />
              </Box>
            </Box>
            <Amount amount={entry.amount} />
          </Box>
        )}
        empty={<EmptyState title={t('shop:entry.empty')} text={t('shop:entry.emptyHint')} />}
        nothing={
          <EmptyState title={t('shop:entry.nothing')}>
            <Button href={entryList.path}>{t('shop:entry.all')}</Button>
          </EmptyState>
        }
      />
    </ShopPart>
  )
}
