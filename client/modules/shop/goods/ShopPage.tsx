import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useDeferredValue, useMemo } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ShopPageQuery } from '../../../__generated__/ShopPageQuery.graphql.ts'
import type { ShopPageSubscription } from '../../../__generated__/ShopPageSubscription.graphql.ts'
import { Section } from '../../../app/Section.tsx'
import { askedToLogin } from '../../../app/session/guards.ts'
import { openSessionDialog } from '../../../app/session/sessionDialog.ts'
import { toast } from '../../../app/toasts.ts'
import { useConnection } from '../../../relay/list/connection.ts'
import { useLiveList } from '../../../relay/list/useLiveList.ts'
import type { PageProps } from '../../../relay/page.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LiveMark } from '../../../ui/feedback/LiveMark.tsx'
import { SkeletonRows } from '../../../ui/feedback/SkeletonRows.tsx'
import { ListFrame } from '../../../ui/layout/ListFrame.tsx'
import { Pager } from '../../../ui/layout/Pager.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { entryList, goodsList, goodsVariables, orderList } from '../addresses.ts'
import { Balance } from './Balance.tsx'
import { CartPanel } from './CartPanel.tsx'
import { capped, useCart } from './cart.ts'
import { GoodsCard } from './GoodsCard.tsx'
import { usePointsLive } from './usePointsLive.ts'

/** Goods of the points shop beside the viewer's points and cart. */
export function ShopPage({ queryRef }: PageProps<ShopPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const connection = useConnection()
  const [search] = useSearchParams()
  const list = goodsList.read(search)
  const variables = goodsVariables(search)
  const { viewer, points, shopItems } = usePreloadedQuery<ShopPageQuery>(
    graphql`
      query ShopPageQuery($first: Int, $offset: Int) {
        viewer {
          user {
            id
          }
        }
        points {
          balance
          ...Balance_points
        }
        shopItems(first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              ...GoodsCard_item
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { cart, put, clear } = useCart(viewer?.user.id ?? null)
  const wanted = useMemo(() => Object.keys(cart).sort(), [cart])
  const ids = useDeferredValue(wanted)
  usePointsLive(viewer !== null && viewer !== undefined)
  useLiveList<ShopPageSubscription>(
    graphql`
      subscription ShopPageSubscription {
        shopItemsChanged {
          change
          rowId
          shopItem {
            id
            ...GoodsCard_item
            ...CartLine_item
          }
        }
      }
    `,
    {},
    {
      list: JSON.stringify(variables),
      told: ({ shopItemsChanged: { change, rowId } }) => ({ change, id: rowId }),
      find: (root) => root.getLinkedRecord('shopItems', variables),
      edgeType: 'ShopItemEdge',
      most: variables.first,
      comesIn: () => false,
      otherwise: 'readsAgain',
    },
  )
  const add = (id: string, mostPerOrder: number | null) => {
    if (askedToLogin() || !viewer) return
    const { quantity, isCapped } = capped((cart[id] ?? 0) + 1, mostPerOrder)
    if (isCapped) toast.warning(t('shop:over'))
    put(id, quantity)
  }
  const { totalCount, edges } = shopItems
  const pieces = Object.values(cart).reduce((sum, quantity) => sum + quantity, 0)
  return (
    <ListFrame
      title={t('shop:title')}
      note={
        <Box
          sx={{ display: 'flex', gap: 3, pt: 1, color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
        >
          {t('shop:total', { count: totalCount })}
          <LiveMark state={connection} />
        </Box>
      }
      actions={
        viewer && (
          <>
            <Button href={orderList.path} startIcon={<Icon name="parcel" />}>
              {t('shop:tab.orders')}
            </Button>
            <Button href={entryList.path} startIcon={<Icon name="list" />}>
              {t('shop:tab.points')}
            </Button>
          </>
        )
      }
      aside={
        points && viewer ? (
          <>
            <Balance points={points} />
            <Section
              skeleton={
                <Paper variant="outlined" sx={{ p: 4 }}>
                  <SkeletonRows rows={3} height={48} />
                </Paper>
              }
            >
              {(attempt) => (
                <CartPanel
                  cart={cart}
                  ids={ids}
                  balance={points.balance}
                  attempt={attempt}
                  onPut={put}
                  onClear={clear}
                />
              )}
            </Section>
          </>
        ) : (
          <Paper variant="outlined" sx={{ p: 4, display: 'grid', gap: 3 }}>
            <Box component="h2" sx={{ typography: 'h3' }}>
              {t('shop:guest.title')}
            </Box>
            <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('shop:guest.hint')}</Box>
            <Button variant="contained" color="primary" onClick={() => openSessionDialog('login')}>
              {t('shop:guest.login')}
            </Button>
          </Paper>
        )
      }
    >
      {totalCount > 0 ? (
        <Box component="ul" aria-label={t('shop:tab.goods')} sx={GRID}>
          {edges.map(({ node }) => (
            <GoodsCard key={node.id} item={node} quantity={cart[node.id] ?? 0} onAdd={add} />
          ))}
        </Box>
      ) : (
        <Paper variant="outlined">
          <EmptyState title={t('shop:empty')} text={t('shop:emptyHint')} />
        </Paper>
      )}
      {totalCount > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          total={totalCount}
          href={(page, size) => goodsList.href(list, { page, size })}
          onNavigate={navigate}
        />
      )}
      {pieces > 0 && (
        <Box sx={{ display: { lg: 'none' }, position: 'sticky', bottom: 12, mt: 3, textAlign: 'center' }}>
          <Button
            variant="contained"
            color="primary"
            size="large"
            href="#cart"
            startIcon={<Icon name="parcel" />}
          >
            {t('shop:cart.open', { count: pieces })}
          </Button>
        </Box>
      )}
    </ListFrame>
  )
}

const GRID = {
  m: 0,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: { xs: 3, md: 4 },
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0,1fr))',
    md: 'repeat(3, minmax(0,1fr))',
    xl: 'repeat(4, minmax(0,1fr))',
  },
} as const
