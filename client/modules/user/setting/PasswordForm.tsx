import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql } from 'react-relay'
import type { PasswordFormMutation } from '../../../__generated__/PasswordFormMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { PasswordField } from '../PasswordField.tsx'
import { againFault, passwordFault } from '../rules.ts'
import { useFaultWords } from '../useFaultWords.ts'

/** Changes the password; other devices are logged out. */
export function PasswordForm() {
  const { t } = useTranslation()
  const say = useFaultWords()
  const form = useForm({
    values: { oldPassword: '', newPassword: '', again: '' },
    rules: (values) => ({
      oldPassword: values.oldPassword ? null : { words: t('setting:password.oldEmpty') },
      newPassword:
        values.newPassword && values.newPassword === values.oldPassword
          ? { words: t('setting:password.same') }
          : say(passwordFault(values.newPassword)),
      again: say(againFault(values.again, values.newPassword)),
    }),
  })
  const [change, { pending }] = useMutation<PasswordFormMutation>(
    graphql`
      mutation PasswordFormMutation($input: ChangePasswordInput!) {
        changePassword(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { oldPassword, newPassword } = form.values
    if (!(await change({ input: { oldPassword, newPassword } }))) return
    form.reset()
    toast.success(t('setting:password.done'))
  })
  return (
    <Box
      component="form"
      ref={form.form}
      noValidate
      onSubmit={send}
      sx={{ display: 'grid', gap: 3.5, maxWidth: 400 }}
    >
      <PasswordField
        label={t('setting:password.old')}
        autoComplete="current-password"
        {...form.field('oldPassword')}
      />
      <PasswordField
        label={t('setting:password.new')}
        autoComplete="new-password"
        placeholder={t('user:password.placeholder')}
        {...form.field('newPassword')}
      />
      <PasswordField label={t('user:password.again')} autoComplete="new-password" {...form.field('again')} />
      <Box>
        <Button type="submit" variant="contained" color="primary" loading={pending}>
          {t('setting:password.submit')}
        </Button>
      </Box>
    </Box>
  )
}
