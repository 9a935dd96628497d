import { graphql } from 'react-relay'
import type { ChangePasswordMutation } from '../../__generated__/ChangePasswordMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordField } from '../user/PasswordField.tsx'

type Props = { id: string; username: string; bank: string; onClose: () => void }

/** Stores another password of an account, which puts it back into service. */
export function ChangePassword({ id, username, bank, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    values: { password: '' },
    rules: ({ password }) => ({ password: password ? null : { words: t('ui:fault.REQUIRED') } }),
  })
  const [change, { pending }] = useMutation<ChangePasswordMutation>(
    graphql`
      mutation ChangePasswordMutation($input: ChangeBankPasswordInput!) {
        changeBankPassword(input: $input) {
          ...AccountRow_account
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const changed = await change({ input: { id, password: form.values.password } })
    if (!changed) return null
    toast.success(t('bank:account.passwordChanged', { username }))
    onClose()
    return changed
  })
  return (
    <FormDialog
      title={t('bank:account.changePasswordOf', { username })}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
      width={440}
    >
      <PasswordField
        label={t('bank:account.password')}
        required
        maxLength={200}
        hint={t('bank:account.newPasswordHint', { name: bank })}
        autoComplete="new-password"
        {...form.field('password')}
      />
    </FormDialog>
  )
}
