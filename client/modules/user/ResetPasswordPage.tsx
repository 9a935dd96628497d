import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ResetPasswordPageMutation } from '../../__generated__/ResetPasswordPageMutation.graphql.ts'
import type { ResetPasswordPageQuery } from '../../__generated__/ResetPasswordPageQuery.graphql.ts'
import { openSessionDialog } from '../../app/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import type { PageProps } from '../../relay/page.tsx'
import { session } from '../../relay/session.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/Field.tsx'
import { FormAlert } from './FormAlert.tsx'
import { PasswordField } from './PasswordField.tsx'
import { ResetPasswordFrame } from './ResetPasswordFrame.tsx'
import { againFault, passwordFault, usernameFault } from './rules.ts'
import { useForm } from './useForm.ts'

/** Where the link of a mail leads: a new password for the account it names. */
export function ResetPasswordPage({ queryRef }: PageProps<ResetPasswordPageQuery>) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const code = search.get('code') ?? ''
  const { resetLinkWorks } = usePreloadedQuery<ResetPasswordPageQuery>(
    graphql`
      query ResetPasswordPageQuery($username: String!, $code: String!) {
        resetLinkWorks(username: $username, code: $code)
      }
    `,
    queryRef,
  )
  return (
    <ResetPasswordFrame title={t('user:newPassword.title')}>
      {resetLinkWorks ? <NewPassword username={search.get('username') ?? ''} code={code} /> : <BrokenLink />}
    </ResetPasswordFrame>
  )
}

function BrokenLink() {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'grid', gap: 3.5 }}>
      <FormAlert>{t('refusal:RESET_LINK_WRONG')}</FormAlert>
      <Button variant="contained" color="primary" size="large" onClick={() => openSessionDialog('reset')}>
        {t('user:newPassword.another')}
      </Button>
    </Box>
  )
}

function NewPassword({ username, code }: { username: string; code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm({ username, password: '', again: '' }, (values) => ({
    username: usernameFault(values.username),
    password: passwordFault(values.password),
    again: againFault(values.again, values.password),
  }))
  const [reset, { pending, fieldErrors, refusal, clear }] = useMutation<ResetPasswordPageMutation>(graphql`
    mutation ResetPasswordPageMutation($input: ResetPasswordInput!) {
      resetPassword(input: $input)
    }
  `)

  const send = form.sending(async () => {
    const done = await reset({ input: { username, code, password: form.values.password } })
    if (!done) return
    // Every login of the account has ended; one that this browser still holds would only be refused.
    session.signOut()
    toast.success(t('user:newPassword.done'))
    await navigate('/', { replace: true })
    openSessionDialog('login')
  })

  if (refusal?.code === 'RESET_LINK_WRONG') return <BrokenLink />
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 3.5 }}>
      <Field
        label={t('user:username')}
        name="username"
        autoComplete="username"
        readOnly
        value={username}
        error={form.fault('username')}
      />
      <PasswordField
        label={t('user:newPassword.label')}
        name="password"
        autoComplete="new-password"
        placeholder={t('user:password.placeholder')}
        autoFocus
        value={form.values.password}
        error={form.fault('password') ?? fieldErrors.password}
        onChange={(value) => {
          form.set('password', value)
          clear('password')
        }}
        onBlur={() => form.leave('password')}
      />
      <PasswordField
        label={t('user:password.again')}
        name="again"
        autoComplete="new-password"
        value={form.values.again}
        error={form.fault('again')}
        onChange={(value) => form.set('again', value)}
        onBlur={() => form.leave('again')}
      />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={pending}>
        {t('user:newPassword.submit')}
      </Button>
    </Box>
  )
}
