import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { graphql } from 'react-relay'
import { useNavigate } from 'react-router-dom'
import type { EndAccountFormMutation } from '../../../__generated__/EndAccountFormMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { session } from '../../../relay/session.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { PasswordField } from '../PasswordField.tsx'

/** Deletes the viewer's account, confirmed by username and password. */
export function EndAccountForm() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const form = useForm({
    values: { username: '', password: '' },
    rules: (values) => ({
      username: values.username.trim() ? null : { words: t('setting:ending.usernameEmpty') },
      password: values.password ? null : { words: t('setting:password.oldEmpty') },
    }),
  })
  const [end, { pending, failure, words, fieldErrors }] = useMutation<EndAccountFormMutation>(
    graphql`
      mutation EndAccountFormMutation($input: EndOwnAccountInput!) {
        endOwnAccount(input: $input) {
          id
        }
      }
    `,
    { form, quiet: true },
  )
  const send = form.sending(async () => {
    const { username, password } = form.values
    if (!(await end({ input: { username: username.trim(), password } }))) return
    session.signOut()
    toast.success(t('setting:ending.done'))
    void navigate('/home')
  })
  if (!open)
    return (
      <Box>
        <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
          {t('setting:ending.open')}
        </Button>
      </Box>
    )
  const isOfNoField = failure !== null && Object.keys(fieldErrors).length === 0
  return (
    <Box
      component="form"
      ref={form.form}
      noValidate
      onSubmit={send}
      sx={{ display: 'grid', gap: 3.5, maxWidth: 400 }}
    >
      {isOfNoField && words && <FormAlert>{words}</FormAlert>}
      <Field
        label={t('setting:ending.username')}
        autoComplete="off"
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
        {...form.field('username')}
      />
      <PasswordField
        label={t('setting:password.old')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button onClick={() => setOpen(false)}>{t('ui:confirm.cancel')}</Button>
        <Button type="submit" variant="contained" color="error" loading={pending}>
          {t('setting:ending.submit')}
        </Button>
      </Box>
    </Box>
  )
}
