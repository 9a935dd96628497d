import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql } from 'react-relay'
import type { RegisterFormCodeMutation } from '../../__generated__/RegisterFormCodeMutation.graphql.ts'
import type { RegisterFormLoginMutation } from '../../__generated__/RegisterFormLoginMutation.graphql.ts'
import type { RegisterFormMutation } from '../../__generated__/RegisterFormMutation.graphql.ts'
import type { SessionDialogMode } from '../../app/session/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import { session } from '../../relay/session.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { MailCodeField } from './MailCodeField.tsx'
import { PasswordField } from './PasswordField.tsx'
import { againFault, emailFault, mailCodeFault, passwordFault, usernameFault } from './rules.ts'
import { useFaultWords } from './useFaultWords.ts'
import { useResend } from './useResend.ts'
import { useTaken } from './useTaken.ts'

type Props = {
  username: string
  onUsername: (username: string) => void
  open: boolean
  onMode: (mode: SessionDialogMode) => void
}

/** Registers an account after a mail code, and logs in. */
export function RegisterForm({ username, onUsername, open, onMode }: Props) {
  const { t } = useTranslation()
  const say = useFaultWords()
  const { look, isTaken } = useTaken()
  const form = useForm({
    values: { username, email: '', code: '', password: '', again: '' },
    rules: (values) => ({
      username: say(
        usernameFault(values.username) ?? (isTaken('username', values.username) ? 'usernameTaken' : null),
      ),
      email: say(emailFault(values.email) ?? (isTaken('email', values.email) ? 'emailTaken' : null)),
      code: say(mailCodeFault(values.code)),
      password: say(passwordFault(values.password)),
      again: say(againFault(values.again, values.password)),
    }),
  })

  const [sendCode, sending] = useMutation<RegisterFormCodeMutation>(
    graphql`
      mutation RegisterFormCodeMutation($email: String!) {
        sendRegisterCode(input: { email: $email }) {
          waitSeconds
        }
      }
    `,
    { form },
  )
  const resend = useResend('register', sending.refusal)
  const [register, registering] = useMutation<RegisterFormMutation>(
    graphql`
      mutation RegisterFormMutation($input: RegisterInput!) {
        register(input: $input) {
          id
          username
        }
      }
    `,
    { form },
  )
  const [login, { pending: entering }] = useMutation<RegisterFormLoginMutation>(
    graphql`
      mutation RegisterFormLoginMutation($input: LoginInput!) {
        login(input: $input) {
          token
        }
      }
    `,
    { quiet: true },
  )

  const isFree = (name: 'username' | 'email') =>
    !form.fault(name) && isTaken(name, form.values[name]) === false
  const leave = (name: 'username' | 'email', fault: (value: string) => string | null) => () => {
    form.leave(name)
    if (!fault(form.values[name])) look(name, form.values[name])
  }

  const askForCode = async () => {
    if (!form.check('email')) return
    const email = form.values.email.trim()
    const answer = await sendCode({ email })
    if (!answer) return
    resend.wait(answer.sendRegisterCode.waitSeconds)
    toast.success(t('user:register.codeSent', { email }))
  }

  const send = form.sending(async () => {
    const { again: _, ...values } = form.values
    const input = { ...values, username: values.username.trim(), email: values.email.trim() }
    const answer = await register({ input })
    // Clear the code, which users take to be good for one try; the server's error stays.
    if (!answer) return form.reset('code')
    toast.success(t('user:register.done', { name: answer.register.username }))
    const entered = await login({ input: { username: input.username, password: input.password } })
    if (entered) session.signIn(entered.login.token)
    else onMode('login')
  })

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
        sending={sending.pending}
        left={resend.left}
        onSend={() => void askForCode()}
      />
      <PasswordField
        label={t('user:password.label')}
        autoComplete="new-password"
        placeholder={t('user:password.placeholder')}
        {...form.field('password')}
      />
      <PasswordField label={t('user:password.again')} autoComplete="new-password" {...form.field('again')} />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        loading={registering.pending || entering}
      >
        {t('user:register.submit')}
      </Button>
      {toLogin}
    </Box>
  )
}
