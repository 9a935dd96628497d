import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { graphql } from 'react-relay'
import type { LoginFormMutation } from '../../__generated__/LoginFormMutation.graphql.ts'
import type { SessionDialogMode } from '../../app/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import { session } from '../../relay/session.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/Field.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { PasswordField } from './PasswordField.tsx'
import { givenPasswordFault, usernameFault } from './rules.ts'
import { useFaultWords } from './useFaultWords.ts'

type Props = {
  username: string
  onUsername: (username: string) => void
  registrationOpen: boolean
  onMode: (mode: SessionDialogMode) => void
}

/** A name and a password. The page behind it stays, and reads itself again as whoever came. */
export function LoginForm({ username, onUsername, registrationOpen, onMode }: Props) {
  const { t } = useTranslation()
  const say = useFaultWords()
  const password = useRef<HTMLInputElement>(null)
  const form = useForm({
    values: { username, password: '' },
    rules: (values) => ({
      username: say(usernameFault(values.username)),
      password: say(givenPasswordFault(values.password)),
    }),
  })
  const [login, { pending, failure, words }] = useMutation<LoginFormMutation>(
    graphql`
      mutation LoginFormMutation($input: LoginInput!) {
        login(input: $input) {
          token
          viewer {
            username
          }
        }
      }
    `,
    { quiet: true },
  )

  // The password is what is most often wrong, and nobody can see where.
  useEffect(() => {
    if (failure) password.current?.select()
  }, [failure])

  const send = form.sending(async () => {
    const answer = await login({ input: { ...form.values, username: form.values.username.trim() } })
    if (!answer) return
    session.signIn(answer.login.token)
    toast.success(t('user:login.done', { name: answer.login.viewer.username }))
  })

  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 3.5 }}>
      <Field
        label={t('user:username')}
        autoComplete="username"
        autoFocus={!username}
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
        {...form.field('username')}
        onChange={(value) => {
          form.set('username', value)
          onUsername(value)
        }}
      />
      <PasswordField
        label={t('user:password.label')}
        autoComplete="current-password"
        autoFocus={Boolean(username)}
        inputRef={password}
        {...form.field('password')}
      />
      {words && !pending && <FormAlert>{words}</FormAlert>}
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={pending}>
        {t('user:login.submit')}
      </Button>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, typography: 'dense' }}>
        <Link
          component="button"
          type="button"
          sx={{ verticalAlign: 'baseline' }}
          onClick={() => onMode('reset')}
        >
          {t('user:login.forgot')}
        </Link>
        {registrationOpen && (
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {t('user:login.new')}{' '}
            <Link
              component="button"
              type="button"
              sx={{ verticalAlign: 'baseline' }}
              onClick={() => onMode('register')}
            >
              {t('user:login.register')}
            </Link>
          </Box>
        )}
      </Box>
    </Box>
  )
}
