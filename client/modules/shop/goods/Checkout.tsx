import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import type { CheckoutMutation } from '../../../__generated__/CheckoutMutation.graphql.ts'
import type { CheckoutQuery } from '../../../__generated__/CheckoutQuery.graphql.ts'
import { useFreshQuery } from '../../../relay/query/useFreshQuery.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { orderList } from '../addresses.ts'

/** Mobile numbers of mainland China (area-rules S8). */
const PHONE = /^1[3-9]\d{9}$/

/** A random key without crypto.randomUUID, which browsers offer only on https and localhost. */
const freshKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

export type Address = { receiver: string; phone: string; address: string }

type Props = {
  lines: readonly { item: string; quantity: number }[]
  total: number
  /** What was typed before the dialog was closed; null: nothing. */
  typed: Address | null
  onBought: () => void
  onClose: (typed: Address) => void
}

/** Address of a purchase, prefilled with what was typed before or that of the last order, and then its result. */
export function Checkout({ lines, total, typed, onBought, ...props }: Props) {
  const { t } = useTranslation()
  const { ownShopOrders } = useFreshQuery<CheckoutQuery>(
    graphql`
      query CheckoutQuery {
        ownShopOrders(first: 1) {
          edges {
            node {
              shipping {
                receiver
                phone
                address
              }
            }
          }
        }
      }
    `,
    {},
  )
  const [result, setResult] = useState<'bought' | { failure: string } | null>(null)
  // A retry after a lost answer must not buy twice.
  const [clientKey] = useState(freshKey)
  const last = typed ?? ownShopOrders?.edges[0]?.node.shipping
  const said = (code: 'RECEIVER_MISSING' | 'PHONE_MISSING' | 'PHONE_INVALID' | 'ADDRESS_MISSING') => ({
    words: t(`shop:fault.${code}`),
  })
  const form = useForm({
    values: { receiver: last?.receiver ?? '', phone: last?.phone ?? '', address: last?.address ?? '' },
    rules: ({ receiver, phone, address }) => ({
      receiver: receiver.trim() ? null : said('RECEIVER_MISSING'),
      phone: !phone.trim() ? said('PHONE_MISSING') : PHONE.test(phone.trim()) ? null : said('PHONE_INVALID'),
      address: address.trim() ? null : said('ADDRESS_MISSING'),
    }),
  })
  const [buy, { pending }] = useMutation<CheckoutMutation>(
    graphql`
      mutation CheckoutMutation($input: BuyInput!) {
        buy(input: $input) {
          id
        }
      }
    `,
    {
      form,
      quiet: true,
      answers: (refused) => {
        if (refused.code === 'INVALID_INPUT' || refused.code === 'UNAUTHENTICATED') return false
        setResult({ failure: refused.message })
        return true
      },
    },
  )
  const send = form.sending(async () => {
    const done = await buy({ input: { lines: [...lines], pay: total, clientKey, ...form.values } })
    if (!done) return null
    onBought()
    setResult('bought')
    return done
  })
  const onClose = () => props.onClose(form.values)
  if (result) return <Result result={result} onClose={onClose} />
  return (
    <FormDialog
      title={t('shop:address.title')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      width={480}
      submit={t('shop:address.submit', { count: total })}
      isComplete
    >
      <Field label={t('shop:address.receiver')} required maxLength={50} {...form.field('receiver')} />
      <Field
        label={t('shop:address.phone')}
        required
        maxLength={20}
        hint={t('shop:address.phoneHint')}
        inputProps={{ inputMode: 'tel' }}
        {...form.field('phone')}
      />
      <Field
        label={t('shop:address.address')}
        required
        multiline
        minRows={2}
        maxLength={300}
        {...form.field('address')}
      />
    </FormDialog>
  )
}

type ResultProps = { result: 'bought' | { failure: string }; onClose: () => void }

/** Says whether the purchase was made, and what comes next. */
function Result({ result, onClose }: ResultProps) {
  const { t } = useTranslation()
  const isBought = result === 'bought'
  return (
    <Modal
      title={
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
          <Box
            component="span"
            sx={{ display: 'inline-flex', color: isBought ? 'verdict.AC.fg' : 'verdict.WA.fg' }}
          >
            <Icon name={isBought ? 'check' : 'alert'} size={20} />
          </Box>
          {t(isBought ? 'shop:result.success' : 'shop:result.failure')}
        </Box>
      }
      width={370}
      onClose={onClose}
      actions={
        <>
          {isBought && (
            <Button size="large" href={orderList.path}>
              {t('shop:result.orders')}
            </Button>
          )}
          <Button size="large" variant="contained" color="primary" autoFocus onClick={onClose}>
            {t('shop:result.close')}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2, typography: 'body2', color: 'text.secondary' }}>
        {isBought ? (
          t('shop:result.successHint')
        ) : (
          <>
            <Box sx={{ color: 'text.primary' }}>{result.failure}</Box>
            {t('shop:result.failureHint')}
          </>
        )}
      </Box>
    </Modal>
  )
}
