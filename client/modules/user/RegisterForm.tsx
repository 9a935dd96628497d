import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { SessionDialogMode } from '../../app/session/sessionDialog.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MailCodeField } from './MailCodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { emailFault, usernameFault } from './rules.ts'
import { useRegistration } from './useRegistration.ts'

type Props = {
  username: string
  onUsername: (username: string) => void
  open: boolean
  onMode: (mode: SessionDialogMode) => void
}

/** Registers an account after a mail code, and logs in. */
export function RegisterForm({ username, onUsername, open, onMode }: Props) {
  const { t } = useTranslation()
  const { form, look, isTaken, askForCode, sending, left, send, pending } = useRegistration(username, onMode)

  const isFree = (name: 'username' | 'email') =>
    !form.fault(name) && isTaken(name, form.values[name]) === false
  const leave = (name: 'username' | 'email', fault: (value: string) => string | null) => () => {
    form.leave(name)
    if (!fault(form.values[name])) look(name, form.values[name])
  }

  const toLogin = (
    <Box sx={{ typography: 'dense', color: 'text.tertiary', textAlign: 'center' }}>
      {t('user:register.have')}{' '}
      <Link
        component="button"
        type="button"
        sx={{ verticalAlign: 'baseline' }}
        onClick={() => onMode('login')}
      >
        {t('user:login.submit')}
      </Link>
    </Box>
  )
  if (!open)
    return (
      <Box sx={{ display: 'grid', gap: 3.5 }}>
        <FormAlert>{t('refusal:REGISTRATION_CLOSED')}</FormAlert>
        {toLogin}
      </Box>
    )

  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 3.5 }}>
      <Field
        label={t('user:username')}
        autoComplete="username"
        autoFocus
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
        {...form.field('username')}
        good={isFree('username')}
        hint={isFree('username') && t('user:available')}
        onChange={(value) => {
          form.set('username', value)
          onUsername(value)
        }}
        onBlur={leave('username', usernameFault)}
      />
      <Field
        label={t('user:email')}
        type="email"
        autoComplete="email"
        inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
        {...form.field('email')}
        good={isFree('email')}
        hint={isFree('email') && t('user:available')}
        onBlur={leave('email', emailFault)}
      />
      <MailCodeField
        {...form.field('code')}
        onChange={(value) => form.set('code', value.trim())}
        sending={sending}
        left={left}
        onSend={askForCode}
      />
      <PasswordField
        label={t('user:password.label')}
        autoComplete="new-password"
        placeholder={t('user:password.placeholder')}
        {...form.field('password')}
      />
      <PasswordField label={t('user:password.again')} autoComplete="new-password" {...form.field('again')} />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={pending}>
        {t('user:register.submit')}
      </Button>
      {toLogin}
    </Box>
  )
}
