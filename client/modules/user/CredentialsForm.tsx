import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useRef } from 'react'
import { Field } from '../../ui/controls/Field.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordField } from './PasswordField.tsx'
import { givenPasswordFault, usernameFault } from './rules.ts'
import { useFaultWords } from './useFaultWords.ts'

type Credentials = { username: string; password: string }

type Props = {
  username?: string
  onUsername?: (username: string) => void
  onSend: (credentials: Credentials) => Promise<unknown>
  pending: boolean
  /** Error of the last attempt; null: none. */
  words: string | null
  /** Shown below the button. */
  children?: ReactNode
}

/** Form of username and password, with the error of the last attempt. */
export function CredentialsForm({ username = '', onUsername, onSend, pending, words, children }: Props) {
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

  // Focus the password: it is usually what was wrong, and it cannot be read.
  useEffect(() => {
    if (words && !pending) password.current?.select()
  }, [words, pending])

  const send = form.sending(() => onSend({ ...form.values, username: form.values.username.trim() }))

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
          onUsername?.(value)
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
      {children}
    </Box>
  )
}
