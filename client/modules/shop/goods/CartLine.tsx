import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { useEffect, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { CartLine_item$key } from '../../../__generated__/CartLine_item.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { isComposing } from '../../../ui/isComposing.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { capped } from './cart.ts'
import { GoodsPicture } from './GoodsPicture.tsx'
import { Price } from './Price.tsx'

type Props = {
  /** Null when the goods are no longer offered, or not loaded yet. */
  item: CartLine_item$key | null
  isLoading: boolean
  quantity: number
  onPut: (quantity: number) => void
}

/** Goods in the cart with a stepper: 0 removes them, and the limit caps with a warning (area-rules S6). */
export function CartLine({ isLoading, quantity, onPut, ...props }: Props) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const item = useFragment(
    graphql`
      fragment CartLine_item on ShopItem {
        name
        picture
        price
        stock
        mostPerOrder
      }
    `,
    props.item,
  )
  const { name = '…', mostPerOrder = null, stock = 0 } = item ?? {}
  const put = (wanted: number) => {
    const { quantity, isCapped } = capped(wanted, mostPerOrder)
    setIsOver(isCapped)
    onPut(quantity)
  }
  const isGone = !item && !isLoading
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 3, px: 4, py: 3, borderTop: 1, borderColor: 'line.subtle' }}
    >
      <Box sx={{ width: 60, flex: 'none', borderRadius: 1.5, overflow: 'hidden', alignSelf: 'start' }}>
        <GoodsPicture src={item?.picture ?? ''} height={48} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
        <Box sx={{ display: 'flex', gap: 2, width: '100%', alignItems: 'baseline' }}>
          <Box component="span" sx={{ flex: 1, minWidth: 0, typography: 'dense', overflowWrap: 'anywhere' }}>
            {isGone ? t('shop:cart.gone') : name}
          </Box>
          {item && <Price points={item.price * quantity} />}
        </Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          {!isGone && (
            <Stepper
              name={name}
              quantity={quantity}
              isFull={quantity >= capped(99, mostPerOrder).quantity}
              onPut={put}
            />
          )}
          <IconButton size="small" aria-label={t('shop:cart.remove', { name })} onClick={() => onPut(0)}>
            <Icon name="trash" />
          </IconButton>
        </Box>
        {isOver && <Warning>{t('shop:over')}</Warning>}
        {item && !isOver && quantity > stock && (
          <Warning>{stock === 0 ? t('shop:soldOut') : t('shop:low', { count: stock })}</Warning>
        )}
      </Box>
    </Box>
  )
}

const Warning = ({ children }: { children: string }) => (
  <Box
    role="alert"
    sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'caption', color: 'verdict.WA.fg' }}
  >
    <Icon name="alert" size={12} />
    {children}
  </Box>
)

type StepperProps = { name: string; quantity: number; isFull: boolean; onPut: (quantity: number) => void }

/** Minus, a field, plus. A typed number counts when the field is left or Enter is pressed. */
function Stepper({ name, quantity, isFull, onPut }: StepperProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(String(quantity))
  useEffect(() => setTyped(String(quantity)), [quantity])
  const take = () => {
    const wanted = Number(typed.trim().normalize('NFKC') || Number.NaN)
    onPut(Number.isNaN(wanted) ? quantity : wanted)
    setTyped(String(quantity))
  }
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        border: 1,
        borderColor: 'line.default',
        borderRadius: 1.5,
      }}
    >
      <IconButton size="small" aria-label={t('shop:cart.less', { name })} onClick={() => onPut(quantity - 1)}>
        <Icon name="minus" />
      </IconButton>
      <InputBase
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !isComposing(nativeEvent) && take()}
        inputProps={{ inputMode: 'numeric', 'aria-label': t('shop:cart.quantity', { name }), maxLength: 3 }}
        sx={{ width: 36, '& input': { textAlign: 'center', p: 0, fontVariantNumeric: 'tabular-nums' } }}
      />
      <IconButton
        size="small"
        disabled={isFull}
        aria-label={t('shop:cart.more', { name })}
        onClick={() => onPut(quantity + 1)}
      >
        <Icon name="plus" />
      </IconButton>
    </Box>
  )
}
