import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { OrderDetail_order$key } from '../../../__generated__/OrderDetail_order.graphql.ts'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { GoodsPicture } from '../goods/GoodsPicture.tsx'
import { Price } from '../goods/Price.tsx'
import { StateMark } from './StateMark.tsx'

/** Goods, address and state of an order; `actions` are the buttons of the administration. */
export function OrderDetail(props: {
  order: OrderDetail_order$key
  actions?: ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { number, state, total, refusal, createdAt, decidedAt, shipping, lines } = useFragment(
    graphql`
      fragment OrderDetail_order on ShopOrder {
        number
        state
        total
        refusal
        createdAt
        decidedAt
        shipping {
          receiver
          phone
          address
        }
        lines {
          number
          name
          picture
          price
          quantity
        }
      }
    `,
    props.order,
  )
  return (
    <Modal
      title={t('shop:order.title', { number })}
      width={480}
      onClose={props.onClose}
      actions={state === 'WAITING' ? props.actions : undefined}
    >
      <Box sx={{ display: 'grid', gap: 4, typography: 'dense' }}>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 3 }}>
          {lines.map(({ number, name, picture, price, quantity }) => (
            <Box component="li" key={number} sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
              <Box sx={{ width: 48, flex: 'none', borderRadius: 1.5, overflow: 'hidden' }}>
                <GoodsPicture src={picture} height={40} />
              </Box>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                {name} × {quantity}
              </Box>
              <Price points={price * quantity} />
            </Box>
          ))}
        </Box>
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2 }}>
          <Fact name={t('shop:order.total')}>
            <Price points={total} />
          </Fact>
          <Fact name={t('shop:order.state')}>
            <StateMark state={state} />
          </Fact>
          {refusal && <Fact name="">{t('shop:order.reason', { reason: refusal })}</Fact>}
          <Fact name={t('shop:order.at')}>{formatDateTime(createdAt)}</Fact>
          {decidedAt && <Fact name={t('shop:order.decided')}>{formatDateTime(decidedAt)}</Fact>}
          <Fact name={t('shop:address.title')}>
            {shipping.address ? (
              <>
                {shipping.receiver} {shipping.phone}
                <Box>{shipping.address}</Box>
              </>
            ) : (
              t('shop:order.noAddress')
            )}
          </Fact>
        </Box>
      </Box>
    </Modal>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 4 }}>
    <Box component="dt" sx={{ color: 'text.secondary', flex: 'none' }}>
      {name}
    </Box>
    <Box component="dd" sx={{ m: 0, minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)
