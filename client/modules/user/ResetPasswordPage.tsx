import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { ResetPasswordPageMutation } from '../../__generated__/ResetPasswordPageMutation.graphql.ts'
import type { ResetPasswordPageQuery } from '../../__generated__/ResetPasswordPageQuery.graphql.ts'
import { openSessionDialog } from '../../app/session/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import type { PageProps } from '../../relay/page.tsx'
import { session } from '../../relay/session.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormAlert } from '../../ui/form/FormAlert.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordField } from './PasswordField.tsx'
import { ResetPasswordFrame } from './ResetPasswordFrame.tsx'
import { againFault, passwordFault, usernameFault } from './rules.ts'
import { useFaultWords } from './useFaultWords.ts'

/** Target of the mailed link: sets a new password for its account. */
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
  const say = useFaultWords()
  const navigate = useNavigate()
  const form = useForm({
    values: { username, password: '', again: '' },
    rules: (values) => ({
      username: say(usernameFault(values.username)),
      password: say(passwordFault(values.password)),
      again: say(againFault(values.again, values.password)),
    }),
  })
  const [reset, { pending, refusal }] = useMutation<ResetPasswordPageMutation>(
    graphql`
      mutation ResetPasswordPageMutation($input: ResetPasswordInput!) {
        resetPassword(input: $input) {
          username
        }
      }
    `,
    { form },
  )

  const send = form.sending(async () => {
    const done = await reset({ input: { username, code, password: form.values.password } })
    if (!done) return
    // The reset ended every login; drop the one stored in this browser.
    session.signOut()
    toast.success(t('user:newPassword.done'))
    await navigate('/', { replace: true })
    openSessionDialog('login')
  })

  if (refusal?.code === 'RESET_LINK_WRONG') return <BrokenLink />
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 3.5 }}>
      <Field label={t('user:username')} autoComplete="username" readOnly {...form.field('username')} />
      <PasswordField
        label={t('user:newPassword.label')}
        autoComplete="new-password"
        placeholder={t('user:password.placeholder')}
        autoFocus
        {...form.field('password')}
      />
      <PasswordField label={t('user:password.again')} autoComplete="new-password" {...form.field('again')} />
      <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={pending}>
        {t('user:newPassword.submit')}
      </Button>
    </Box>
  )
}
