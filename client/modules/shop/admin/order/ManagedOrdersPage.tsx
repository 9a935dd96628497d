import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { type ReactNode, Suspense, useState } from 'react'
import { graphql, readInlineData, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type {
  ManagedOrdersPage_row$data,
  ManagedOrdersPage_row$key,
} from '../../../../__generated__/ManagedOrdersPage_row.graphql.ts'
import type { ManagedOrdersPageQuery } from '../../../../__generated__/ManagedOrdersPageQuery.graphql.ts'
import type { ManagedOrdersPageSubscription } from '../../../../__generated__/ManagedOrdersPageSubscription.graphql.ts'
import { AdminPage } from '../../../../app/admin/AdminPage.tsx'
import { download } from '../../../../relay/files/download.ts'
import { ListTable } from '../../../../relay/list/ListTable.tsx'
import { useFilter } from '../../../../relay/list/useFilter.ts'
import { isReading, useLiveList } from '../../../../relay/list/useLiveList.ts'
import type { PageProps } from '../../../../relay/page.tsx'
import { Icon } from '../../../../ui/controls/Icon.tsx'
import { SearchField } from '../../../../ui/controls/SearchField.tsx'
import { Segments } from '../../../../ui/controls/Segments.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { NewRowsPill } from '../../../../ui/feedback/NewRowsPill.tsx'
import { FilterBar } from '../../../../ui/layout/ListFrame.tsx'
import { lazyPart } from '../../../../ui/lazyPart.ts'
import { RelativeTime } from '../../../../ui/text/Time.tsx'
import { useKept } from '../../../../ui/useKept.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { UserLink } from '../../../user/UserLink.tsx'
import { managedOrderList, managedOrderVariables, STATE_WORDS, STATES } from '../../addresses.ts'
import { Price } from '../../goods/Price.tsx'
import { goodsText } from '../../order/goodsText.ts'
import { StateMark } from '../../order/StateMark.tsx'
import { DecideOrder } from './DecideOrder.tsx'

const OrderDetail = lazyPart(async () => (await import('../../order/OrderDetail.tsx')).OrderDetail)

const row = graphql`
  fragment ManagedOrdersPage_row on ShopOrder @inline {
    id
    number
    state
    total
    createdAt
    buyer {
      username
      ...UserLink_user
    }
    lines {
      name
      quantity
    }
    ...OrderDetail_order
  }
`

type Row = ManagedOrdersPage_row$data

type Decision = 'ship' | 'refuse'

/** Orders of all buyers for staff, live: ship, refuse, export. */
export function ManagedOrdersPage({ queryRef }: PageProps<ManagedOrdersPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const list = managedOrderList.read(search)
  const go = useFilter(managedOrderList, list)
  const variables = managedOrderVariables(search)
  const [open, setOpen] = useState<string | null>(null)
  const [deciding, setDeciding] = useState<{ id: string; act: Decision } | null>(null)
  const { shopOrders } = usePreloadedQuery<ManagedOrdersPageQuery>(
    graphql`
      query ManagedOrdersPageQuery($state: ShopOrderState, $username: String, $first: Int, $offset: Int) {
        shopOrders(state: $state, username: $username, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              ...ManagedOrdersPage_row
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { waiting, show, fresh } = useLiveList<ManagedOrdersPageSubscription>(
    graphql`
      subscription ManagedOrdersPageSubscription {
        shopOrdersChanged {
          change
          shopOrder {
            id
            ...ManagedOrdersPage_row
          }
        }
      }
    `,
    shopOrders ? {} : null,
    {
      list: JSON.stringify(variables),
      told: ({ shopOrdersChanged: { change, shopOrder } }) => ({ change, id: shopOrder?.id }),
      find: (root) => root.getLinkedRecord('shopOrders', variables),
      edgeType: 'ShopOrderEdge',
      most: variables.first,
      comesIn: () => list.page === 1 && !managedOrderList.isFiltered(list) && !isReading(),
    },
  )
  const rows = (shopOrders?.edges ?? []).map(({ node }) =>
    readInlineData<ManagedOrdersPage_row$key>(row, node),
  )
  const opened = useKept(
    rows.find(({ id }) => id === open),
    open,
  )
  const decided = useKept(
    rows.find(({ id }) => id === deciding?.id),
    deciding?.id,
  )
  const nameOf = ({ number }: { number: number }) => t('shop:order.title', { number })
  const path = `/shopapi/admin/download-orders${list.state ? `?state=${list.state}` : ''}`
  const detail = (order: Row) => (
    <Link
      component="button"
      type="button"
      aria-label={`${t('shop:order.detail')}: ${nameOf(order)}`}
      onClick={() => setOpen(order.id)}
    >
      {t('shop:order.detail')}
    </Link>
  )
  return (
    <AdminPage
      title={t('admin:page.SHOP_ORDERS')}
      actions={
        <Button startIcon={<Icon name="download" />} onClick={() => void download(path)}>
          {t('shop:admin.orders.export')}
        </Button>
      }
    >
      <FilterBar>
        <Segments
          label={t('shop:order.state')}
          value={list.state ?? ''}
          segments={[
            { value: '', label: t('shop:admin.orders.all') },
            ...STATES.map((state) => ({ value: state, label: t(`shop:state.${STATE_WORDS[state]}`) })),
          ]}
          onChange={(chosen) => {
            const state = STATES.find((one) => one === chosen) ?? null
            go({ state })
          }}
        />
        <SearchField
          label={t('shop:admin.orders.search')}
          value={list.username}
          width={{ xs: '100%', sm: 240 }}
          onSearch={(username) => go({ username })}
        />
      </FilterBar>
      <NewRowsPill count={waiting} onShow={show} />
      <ListTable
        label={t('admin:page.SHOP_ORDERS')}
        address={managedOrderList}
        list={list}
        total={shopOrders?.totalCount ?? 0}
        rows={rows}
        rowKey={({ id }) => id}
        nameOf={nameOf}
        isFresh={({ id }) => fresh.has(id)}
        columns={[
          {
            key: 'number',
            label: t('shop:order.number'),
            mono: true,
            width: 80,
            cell: ({ number }) => number,
          },
          {
            key: 'buyer',
            label: t('shop:admin.orders.buyer'),
            cell: ({ buyer }) => <UserLink user={buyer} />,
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
            key: 'at',
            label: t('shop:order.at'),
            from: 'lg',
            cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
          },
          { key: 'detail', label: t('shop:order.detail'), hiddenLabel: true, cell: detail },
        ]}
        card={(order) => <OrderCard order={order} detail={detail(order)} />}
        empty={<EmptyState title={t('shop:admin.orders.empty')} text={t('shop:admin.orders.emptyText')} />}
        nothing={
          <EmptyState title={t('shop:admin.orders.nothing')}>
            <Button href={managedOrderList.path}>{t('shop:admin.items.all')}</Button>
          </EmptyState>
        }
      />
      {opened && (
        <Suspense>
          <OrderDetail
            order={opened}
            actions={<OrderActs onAct={(act) => setDeciding({ id: opened.id, act })} />}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {decided && deciding && (
        <DecideOrder
          id={decided.id}
          number={decided.number}
          total={decided.total}
          buyer={decided.buyer.username}
          act={deciding.act}
          onClose={() => setDeciding(null)}
        />
      )}
    </AdminPage>
  )
}

/** An order as a card, where the window is too narrow for columns. */
const OrderCard = ({ order, detail }: { order: Row; detail: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 1, minWidth: 0, flex: 1 }}>
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}>
      <UserLink user={order.buyer} />
      <Price points={order.total} />
    </Box>
    <Box sx={{ overflowWrap: 'anywhere' }}>{goodsText(order.lines)}</Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, typography: 'caption', color: 'text.tertiary' }}>
      <StateMark state={order.state} />
      <RelativeTime at={order.createdAt} />
      <Box sx={{ ml: 'auto' }}>{detail}</Box>
    </Box>
  </Box>
)

/** Buttons that ship or refuse an order. */
function OrderActs({ onAct }: { onAct: (act: Decision) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Button size="large" onClick={() => onAct('refuse')}>
        {t('shop:admin.orders.refuse')}
      </Button>
      <Button size="large" variant="contained" color="primary" onClick={() => onAct('ship')}>
        {t('shop:admin.orders.ship')}
      </Button>
    </>
  )
}
