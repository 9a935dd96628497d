import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { AddAccountMutation } from '../../__generated__/AddAccountMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordField } from '../user/PasswordField.tsx'

type Props = {
  /** Key of the bank. */
  bank: string
  name: string
  onClose: () => void
}

/** Adds an account at a bank; its password is never shown again. */
export function AddAccount({ bank, name, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const form = useForm({
    values: { username: '', password: '' },
    rules: ({ username, password }) => ({
      username: username.trim() ? null : { words: t('ui:fault.REQUIRED') },
      password: password ? null : { words: t('ui:fault.REQUIRED') },
    }),
  })
  const [add, { pending }] = useMutation<AddAccountMutation>(
    graphql`
      mutation AddAccountMutation($input: AddBankAccountInput!) {
        addBankAccount(input: $input) {
          username
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const added = await add({ input: { bank, ...form.values } })
    if (!added) return null
    toast.success(t('bank:account.added', { username: added.addBankAccount.username }))
    onClose()
    void revalidate()
    return added
  })
  return (
    <FormDialog
      title={t('bank:account.addTo', { name })}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      submit={t('bank:account.add')}
    >
      <Field
        label={t('bank:account.username', { name })}
        required
        maxLength={100}
        inputProps={{ autoCapitalize: 'none', autoComplete: 'off', spellCheck: false }}
        {...form.field('username')}
      />
      <PasswordField
        label={t('bank:account.password')}
        required
        maxLength={200}
        hint={t('bank:account.passwordHint')}
        autoComplete="new-password"
        {...form.field('password')}
      />
    </FormDialog>
  )
}
