import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { Suspense, useState } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { CartPanelQuery } from '../../../__generated__/CartPanelQuery.graphql.ts'
import { lazyPart } from '../../../ui/lazyPart.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { CartLine } from './CartLine.tsx'
import type { Address } from './Checkout.tsx'
import type { Cart } from './cart.ts'
import { Price } from './Price.tsx'

const Checkout = lazyPart(async () => (await import('./Checkout.tsx')).Checkout)

type Props = {
  /** Pieces by id of the goods. */
  cart: Cart
  /** The goods to load, which may be older than the cart. */
  ids: readonly string[]
  balance: number
  /** Counts the retries of a failed load. */
  attempt: number
  onPut: (id: string, quantity: number) => void
  onClear: () => void
}

/** Goods in the cart with their sum. Goods that are no longer offered stay until they are removed. */
export function CartPanel({ cart, ids, balance, attempt, onPut, onClear }: Props) {
  const { t, i18n } = useTranslation()
  const [buying, setBuying] = useState(false)
  const [address, setAddress] = useState<Address | null>(null)
  const { nodes } = useLazyLoadQuery<CartPanelQuery>(
    graphql`
      query CartPanelQuery($ids: [ID!]!) {
        nodes(ids: $ids) {
          ... on ShopItem @alias(as: "item") {
            id
            price
            stock
            ...CartLine_item
          }
        }
      }
    `,
    { ids },
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  const byId = new Map(nodes.flatMap((node) => (node?.item ? [[node.item.id, node.item] as const] : [])))
  const lines = Object.entries(cart).map(([id, quantity]) => ({ id, quantity, item: byId.get(id) ?? null }))
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = lines.reduce((sum, { item, quantity }) => sum + (item?.price ?? 0) * quantity, 0)
  const isWhole = lines.every(({ id, item }) => item !== null || !ids.includes(id))
  const isShort = total > balance
  const isInStock = lines.every(({ item, quantity }) => item === null || quantity <= item.stock)
  return (
    <Paper component="section" variant="outlined" id="cart" aria-labelledby="cart-title">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 4, pt: 3, pb: 2 }}>
        <Box component="h2" id="cart-title" sx={{ typography: 'h3' }}>
          {t('shop:cart.title')}
        </Box>
        {pieces > 0 && (
          <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {t('shop:cart.pieces', { count: pieces })}
          </Box>
        )}
        {lines.length > 0 && (
          <Link component="button" type="button" onClick={onClear} sx={{ ml: 'auto', typography: 'dense' }}>
            {t('shop:cart.clear')}
          </Link>
        )}
      </Box>
      {lines.length === 0 ? (
        <Box sx={{ px: 4, pb: 4, typography: 'dense', color: 'text.secondary' }}>
          {t('shop:cart.empty')}
          <Box sx={{ color: 'text.tertiary' }}>{t('shop:cart.emptyHint')}</Box>
        </Box>
      ) : (
        <>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {lines.map(({ id, quantity, item }) => (
              <CartLine
                key={id}
                item={item}
                isLoading={!ids.includes(id)}
                quantity={quantity}
                onPut={(wanted) => onPut(id, wanted)}
              />
            ))}
          </Box>
          <Box sx={{ p: 4, display: 'grid', gap: 1.5, borderTop: 1, borderColor: 'line.subtle' }}>
            <Fact name={t('shop:cart.sum')}>
              <Price points={total} size="sum" />
            </Fact>
            <Fact name={t('shop:cart.after')}>
              <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatNumber(balance - total, i18n.language)}
              </Box>
            </Fact>
            {isShort && (
              <Box role="status" sx={{ typography: 'caption', color: 'verdict.WA.fg' }}>
                {t('shop:cart.short', { count: total - balance })}
              </Box>
            )}
            <Button
              variant="contained"
              color="primary"
              size="large"
              disabled={isShort || !isWhole || !isInStock || balance < 0}
              onClick={() => setBuying(true)}
              sx={{ mt: 2 }}
            >
              {t('shop:cart.buy')}
            </Button>
          </Box>
        </>
      )}
      {buying && (
        <Suspense>
          <Checkout
            lines={lines.map(({ id, quantity }) => ({ item: id, quantity }))}
            total={total}
            typed={address}
            onBought={onClear}
            onClose={(typed) => {
              setAddress(typed)
              setBuying(false)
            }}
          />
        </Suspense>
      )}
    </Paper>
  )
}

const Fact = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2 }}>
    <Box component="span" sx={{ typography: 'dense', color: 'text.secondary' }}>
      {name}
    </Box>
    {children}
  </Box>
)
