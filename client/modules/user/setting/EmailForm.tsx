import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { EmailForm_profile$key } from '../../../__generated__/EmailForm_profile.graphql.ts'
import type { EmailFormCodeMutation } from '../../../__generated__/EmailFormCodeMutation.graphql.ts'
import type { EmailFormMutation } from '../../../__generated__/EmailFormMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { MailCodeField } from '../MailCodeField.tsx'
import { PasswordField } from '../PasswordField.tsx'
import { emailFault, mailCodeFault } from '../rules.ts'
import { useFaultWords } from '../useFaultWords.ts'
import { useResend } from '../useResend.ts'

/** Changes the email address; needs a code mailed to the new address, and the password. */
export function EmailForm(props: { profile: EmailForm_profile$key }) {
  const { t } = useTranslation()
  const say = useFaultWords()
  const { email, isEmailVerified } = useFragment(
    graphql`
      fragment EmailForm_profile on Profile {
        email
        isEmailVerified
      }
    `,
    props.profile,
  )
  const isSame = (address: string) => isEmailVerified && address.trim().toLowerCase() === email?.toLowerCase()
  const form = useForm({
    values: { newEmail: '', code: '', password: '' },
    rules: (values) => ({
      newEmail: isSame(values.newEmail)
        ? { words: t('setting:email.same') }
        : say(emailFault(values.newEmail)),
      code: say(mailCodeFault(values.code)),
      password: values.password ? null : { words: t('setting:password.oldEmpty') },
    }),
  })
  const [sendCode, sending] = useMutation<EmailFormCodeMutation>(graphql`
    mutation EmailFormCodeMutation($input: SendEmailCodeInput!) {
      sendEmailCode(input: $input) {
        waitSeconds
      }
    }
  `)
  const resend = useResend('email', sending.refusal)
  const [change, { pending }] = useMutation<EmailFormMutation>(
    graphql`
      mutation EmailFormMutation($input: ChangeEmailInput!) {
        changeEmail(input: $input) {
          id
          version
          ...EmailForm_profile
        }
      }
    `,
    { form },
  )

  const askForCode = async () => {
    if (!form.check('newEmail')) return false
    const address = form.values.newEmail.trim()
    const answer = await sendCode({ input: { email: address } })
    if (!answer) return false
    resend.wait(answer.sendEmailCode.waitSeconds)
    toast.success(t('user:register.codeSent', { email: address }))
    return true
  }
  const send = form.sending(async () => {
    const { newEmail, code, password } = form.values
    const done = await change({ input: { newEmail: newEmail.trim(), code: code.trim(), password } })
    if (!done) return
    form.reset()
    toast.success(t('setting:email.done'))
  })

  return (
    <Box
      component="form"
      ref={form.form}
      noValidate
      onSubmit={send}
      sx={{ display: 'grid', gap: 3.5, maxWidth: 400 }}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {email ? t('setting:email.now', { email }) : t('setting:email.none')}
        {email && !isEmailVerified && <Box sx={{ mt: 1 }}>{t('setting:email.unverified')}</Box>}
      </Box>
      <Field
        label={t('setting:email.new')}
        type="email"
        autoComplete="email"
        inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
        {...form.field('newEmail')}
        error={form.fault('newEmail') ?? sending.fieldErrors.email}
        onChange={(value) => {
          sending.clear('email')
          form.set('newEmail', value)
        }}
      />
      <MailCodeField
        {...form.field('code')}
        onChange={(value) => form.set('code', value.trim())}
        sending={sending.pending}
        left={resend.left}
        onSend={askForCode}
      />
      <PasswordField
        label={t('setting:password.old')}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Box>
        <Button type="submit" variant="contained" color="primary" loading={pending}>
          {t('setting:email.submit')}
        </Button>
      </Box>
    </Box>
  )
}
