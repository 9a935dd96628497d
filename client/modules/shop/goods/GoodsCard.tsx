import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { GoodsCard_item$key } from '../../../__generated__/GoodsCard_item.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { MOST_PIECES } from './cart.ts'
import { GoodsPicture } from './GoodsPicture.tsx'
import { Price } from './Price.tsx'

/** Stock from which on it is marked as low. */
const LOW = 10

type Props = {
  item: GoodsCard_item$key
  /** Pieces in the cart. */
  quantity: number
  /** Adds one piece. */
  onAdd: (id: string, mostPerOrder: number | null) => void
}

/** Goods of the shop with price, stock, limit and a button. */
export function GoodsCard({ quantity, onAdd, ...props }: Props) {
  const { t } = useTranslation()
  const { id, name, picture, price, stock, mostPerOrder } = useFragment(
    graphql`
      fragment GoodsCard_item on ShopItem {
        id
        name
        picture
        price
        stock
        mostPerOrder
      }
    `,
    props.item,
  )
  const isOut = stock === 0
  const isFull = quantity >= Math.min(mostPerOrder ?? MOST_PIECES, MOST_PIECES)
  const words = isOut
    ? t('shop:soldOut')
    : isFull
      ? t('shop:full')
      : quantity > 0
        ? t('shop:added', { count: quantity })
        : t('shop:add')
  return (
    <Paper component="li" variant="outlined" sx={CARD}>
      {mostPerOrder !== null && <Box sx={BADGE}>{t('shop:limit', { count: mostPerOrder })}</Box>}
      <GoodsPicture src={picture} isFaded={isOut} />
      <Box sx={{ p: 3, display: 'grid', gap: 2, flex: 1, alignContent: 'space-between' }}>
        <Box
          component="h2"
          sx={{
            typography: 'body2',
            fontWeight: 600,
            color: isOut ? 'text.secondary' : 'text.primary',
            overflowWrap: 'anywhere',
          }}
        >
          {name}
        </Box>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'baseline',
            justifyContent: 'space-between',
            gap: 2,
          }}
        >
          <Price points={price} size="price" />
          <Box
            component="span"
            sx={{
              typography: 'caption',
              fontVariantNumeric: 'tabular-nums',
              color: !isOut && stock < LOW ? 'verdict.TLE.fg' : 'text.tertiary',
              fontWeight: !isOut && stock < LOW ? 600 : 400,
            }}
          >
            {t(!isOut && stock < LOW ? 'shop:low' : 'shop:stock', { count: stock })}
          </Box>
        </Box>
        <Button
          disabled={isOut || isFull}
          aria-label={`${words}: ${name}`}
          startIcon={isOut || isFull ? undefined : <Icon name={quantity > 0 ? 'check' : 'plus'} />}
          onClick={() => onAdd(id, mostPerOrder ?? null)}
          sx={{ minHeight: { xs: 44, md: 32 } }}
        >
          {words}
        </Button>
      </Box>
    </Paper>
  )
}

const CARD = { position: 'relative', overflow: 'hidden', display: 'flex', flexDirection: 'column' } as const

const BADGE = {
  position: 'absolute',
  zIndex: 1,
  top: 8,
  left: 8,
  px: 1.5,
  borderRadius: 1,
  border: 1,
  borderColor: 'line.subtle',
  bgcolor: 'background.paper',
  color: 'text.secondary',
  typography: 'caption',
} as const
