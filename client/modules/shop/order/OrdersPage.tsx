import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useState } from 'react'
import { graphql, readInlineData, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { OrdersPage_row$key } from '../../../__generated__/OrdersPage_row.graphql.ts'
import type { OrdersPageQuery } from '../../../__generated__/OrdersPageQuery.graphql.ts'
import type { OrdersPageSubscription } from '../../../__generated__/OrdersPageSubscription.graphql.ts'
import { ListTable } from '../../../relay/list/ListTable.tsx'
import { useLiveList } from '../../../relay/list/useLiveList.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { NewRowsPill } from '../../../ui/feedback/NewRowsPill.tsx'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { RelativeTime } from '../../../ui/text/Time.tsx'
import { useKept } from '../../../ui/useKept.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { goodsList, orderList, orderVariables } from '../addresses.ts'
import { Price } from '../goods/Price.tsx'
import { ShopPart } from '../ShopPart.tsx'
import { goodsText } from './goodsText.ts'
import { StateMark } from './StateMark.tsx'

const OrderDetail = lazyPart(async () => (await import('./OrderDetail.tsx')).OrderDetail)

const row = graphql`
  fragment OrdersPage_row on ShopOrder @inline {
    id
    number
    state
    total
    createdAt
    lines {
      name
      quantity
    }
    ...OrderDetail_order
  }
`

/** The viewer's orders, live. */
export function OrdersPage({ queryRef }: PageProps<OrdersPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const list = orderList.read(search)
  const variables = orderVariables(search)
  const [open, setOpen] = useState<string | null>(null)
  const { ownShopOrders } = usePreloadedQuery<OrdersPageQuery>(
    graphql`
      query OrdersPageQuery($first: Int, $offset: Int) {
        ownShopOrders(first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              ...OrdersPage_row
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { waiting, show, fresh } = useLiveList<OrdersPageSubscription>(
    graphql`
      subscription OrdersPageSubscription {
        shopOrdersChanged {
          change
          shopOrder {
            id
            ...OrdersPage_row
          }
        }
      }
    `,
    {},
    {
      list: JSON.stringify(variables),
      told: ({ shopOrdersChanged: { change, shopOrder } }) => ({ change, id: shopOrder?.id }),
      find: (root) => root.getLinkedRecord('ownShopOrders', variables),
      edgeType: 'OwnShopOrderEdge',
      most: variables.first,
      comesIn: () => false,
    },
  )
  const rows = (ownShopOrders?.edges ?? []).map(({ node }) => readInlineData<OrdersPage_row$key>(row, node))
  const opened = useKept(
    rows.find(({ id }) => id === open),
    open,
  )
  const title = t('shop:tab.orders')
  const nameOf = ({ number }: { number: number }) => t('shop:order.title', { number })
  return (
    <ShopPart title={title}>
      <NewRowsPill count={waiting} onShow={show} />
      <ListTable
        label={title}
        address={orderList}
        list={list}
        total={ownShopOrders?.totalCount ?? 0}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={nameOf}
        isFresh={({ id }) => fresh.has(id)}
        columns={[
          {
            key: 'number',
            label: t('shop:order.number'),
            mono: true,
            width: 90,
            cell: ({ number }) => number,
          },
          {
            key: 'at',
            label: t('shop:order.at'),
            width: 130,
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          { key: 'goods', label: t('shop:order.goods'), grow: true, cell: ({ lines }) => goodsText(lines) },
          {
            key: 'total',
            label: t('shop:order.total'),
            numeric: true,
            cell: ({ total }) => <Price points={total} />,
          },
          { key: 'state', label: t('shop:order.state'), cell: ({ state }) => <StateMark state={state} /> },
          {
            key: 'detail',
            label: t('shop:order.detail'),
            hiddenLabel: true,
            cell: (order) => (
              <Link
                component="button"
                type="button"
                aria-label={`${t('shop:order.detail')}: ${nameOf(order)}`}
                onClick={() => setOpen(order.id)}
              >
                {t('shop:order.detail')}
              </Link>
            ),
          },
        ]}
        card={(order) => (
          <Box sx={{ display: 'grid', gap: 1, minWidth: 0, flex: 1 }}>
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
              <StateMark state={order.state} />
              <Price points={order.total} />
            </Box>
            <Box sx={{ overflowWrap: 'anywhere' }}>{goodsText(order.lines)}</Box>
            <Box sx={{ display: 'flex', gap: 2, typography: 'caption', color: 'text.tertiary' }}>
              {nameOf(order)}
              <RelativeTime at={order.createdAt} />
              <Link
                component="button"
                type="button"
                aria-label={`${t('shop:order.detail')}: ${nameOf(order)}`}
                onClick={() => setOpen(order.id)}
                sx={{ ml: 'auto' }}
              >
                {t('shop:order.detail')}
              </Link>
            </Box>
          </Box>
        )}
        empty={
          <EmptyState title={t('shop:order.empty')} text={t('shop:order.emptyHint')}>
            <Button variant="contained" color="primary" href={goodsList.path}>
              {t('shop:order.toShop')}
            </Button>
          </EmptyState>
        }
      />
      {opened && (
        <Suspense>
          <OrderDetail order={opened} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </ShopPart>
  )
}
