import Box from '@mui/material/Box'
import { graphql } from 'react-relay'
import type { GenerateAccountsMutation } from '../../__generated__/GenerateAccountsMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { NumberField } from '../../ui/form/NumberField.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { wholeNumberFault } from '../../ui/form/wholeNumber.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Most accounts in one series. */
const MOST = 10_000

const two = { display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' } } as const

type Values = {
  prefix: string
  suffix: string
  from: number | null
  to: number | null
  passwordLength: number | null
}
const FIRST: Values = { prefix: '', suffix: '', from: 1, to: 10, passwordLength: 8 }

type Props = { onBegun: () => void; onClose: () => void }

/** Starts generating a series of accounts. */
export function GenerateAccounts({ onBegun, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm<Values>({
    values: FIRST,
    rules: ({ from, to, passwordLength }) => ({
      from: wholeNumberFault(t, from, { min: 0, max: 999_999_999 }),
      to: wholeNumberFault(t, to, { min: from ?? 0, max: (from ?? 0) + MOST - 1 }),
      passwordLength: wholeNumberFault(t, passwordLength, { min: 6, max: 25 }),
    }),
  })
  const [generate, { pending }] = useMutation<GenerateAccountsMutation>(
    graphql`
      mutation GenerateAccountsMutation($input: GenerateAccountsInput!) {
        generateAccounts(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const { prefix, suffix, from, to, passwordLength } = form.values
  const send = form.sending(async () => {
    const numbers = { from: Number(from), to: Number(to), passwordLength: Number(passwordLength) }
    const begun = await generate({ input: { prefix, suffix, ...numbers } })
    if (!begun) return null
    toast.success(t('newAccount:generate.begun'))
    onBegun()
    return begun
  })
  const nameAt = (number: number | null) => `${prefix}${number ?? ''}${suffix}`
  const count = from !== null && to !== null && to >= from ? to - from + 1 : 0

  return (
    <FormDialog
      title={t('newAccount:generate.title')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      submit={t('newAccount:generate.submit')}
      isComplete
    >
      <Box sx={two}>
        <Field label={t('newAccount:generate.prefix')} maxLength={19} {...form.field('prefix')} />
        <Field label={t('newAccount:generate.suffix')} maxLength={19} {...form.field('suffix')} />
        <NumberField label={t('newAccount:generate.from')} required {...form.field('from')} />
        <NumberField label={t('newAccount:generate.to')} required {...form.field('to')} />
      </Box>
      <NumberField
        label={t('newAccount:generate.passwordLength')}
        required
        {...form.field('passwordLength')}
      />
      <Box role="status" sx={{ typography: 'dense', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {count > 0 && t('newAccount:generate.names', { count, first: nameAt(from), last: nameAt(to) })}{' '}
        {t('newAccount:generate.later')}
      </Box>
    </FormDialog>
  )
}
