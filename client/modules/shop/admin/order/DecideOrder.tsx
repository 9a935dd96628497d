import Box from '@mui/material/Box'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type { DecideOrderRefuseMutation } from '../../../../__generated__/DecideOrderRefuseMutation.graphql.ts'
import type { DecideOrderShipMutation } from '../../../../__generated__/DecideOrderShipMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Field } from '../../../../ui/controls/Field.tsx'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'

type Props = {
  id: string
  number: number
  total: number
  buyer: string
  act: 'ship' | 'refuse'
  onClose: () => void
}

/** Confirms that an order is shipped, or refused with a reason for the buyer. */
export function DecideOrder({ id, number, total, buyer, act, onClose }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const [ship, shipping] = useMutation<DecideOrderShipMutation>(
    graphql`
      mutation DecideOrderShipMutation($input: ShipOrderInput!) {
        shipOrder(input: $input) {
          id
          ...OrderDetail_order
        }
      }
    `,
    { quiet: true },
  )
  const [refuse, refusing] = useMutation<DecideOrderRefuseMutation>(
    graphql`
      mutation DecideOrderRefuseMutation($input: RefuseOrderInput!) {
        refuseOrder(input: $input) {
          id
          ...OrderDetail_order
        }
      }
    `,
    { quiet: true },
  )
  const isShipping = act === 'ship'
  const decide = async () => {
    const done = isShipping ? await ship({ input: { id } }) : await refuse({ input: { id, reason } })
    if (done)
      toast.success(t(isShipping ? 'shop:admin.orders.shipped' : 'shop:admin.orders.refused', { number }))
    return done
  }
  return (
    <Confirm
      title={t(isShipping ? 'shop:admin.orders.shipTitle' : 'shop:admin.orders.refuseTitle', { number })}
      confirm={t(isShipping ? 'shop:admin.orders.ship' : 'shop:admin.orders.refuse')}
      destructive={!isShipping}
      refused={isShipping ? shipping.words : refusing.words}
      onConfirm={decide}
      onClose={onClose}
    >
      {isShipping ? (
        t('shop:admin.orders.shipText', { name: buyer })
      ) : (
        <>
          {t('shop:admin.orders.refuseText', { count: total })}
          <Box sx={{ mt: 3 }}>
            <Field
              label={t('shop:admin.orders.refuseReason')}
              value={reason}
              maxLength={200}
              onChange={setReason}
            />
          </Box>
        </>
      )}
    </Confirm>
  )
}
