import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { useRef } from 'react'
import { graphql } from 'react-relay'
import type { ResetFormMutation } from '../../__generated__/ResetFormMutation.graphql.ts'
import type { SessionDialogMode } from '../../app/session/sessionDialog.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { CaptchaImage } from './CaptchaImage.tsx'
import { captchaFault, emailFault } from './rules.ts'
import { useCaptcha } from './useCaptcha.ts'
import { useFaultWords } from './useFaultWords.ts'
import { useResend } from './useResend.ts'
import { useTaken } from './useTaken.ts'

/** Requests a mail with a link to reset the password. */
export function ResetForm({ onMode }: { onMode: (mode: SessionDialogMode) => void }) {
  const { t } = useTranslation()
  const say = useFaultWords()
  const { look, isTaken } = useTaken()
  const { captcha, reload } = useCaptcha()
  const answer = useRef<HTMLInputElement>(null)
  const form = useForm({
    values: { email: '', captcha: '' },
    rules: (values) => ({
      email: say(
        emailFault(values.email) ?? (isTaken('email', values.email) === false ? 'emailUnknown' : null),
      ),
      captcha: say(captchaFault(values.captcha)),
    }),
  })
  const [request, { pending, refusal }] = useMutation<ResetFormMutation>(
    graphql`
      mutation ResetFormMutation($input: RequestPasswordResetInput!) {
        requestPasswordReset(input: $input) {
          waitSeconds
        }
      }
    `,
    { form },
  )

  const resend = useResend('reset', refusal)

  const nextCaptcha = () => {
    form.reset('captcha')
    reload()
  }

  const send = form.sending(async () => {
    if (!captcha || resend.left > 0) return
    const email = form.values.email.trim()
    const sent = await request({
      input: { email, captcha: form.values.captcha.trim(), captchaKey: captcha.key },
    })
    // A captcha is valid once, right or wrong.
    nextCaptcha()
    if (!sent) return answer.current?.focus()
    resend.wait(sent.requestPasswordReset.waitSeconds)
    toast.success(t('user:reset.sent', { email }))
  })

  return (
    <Box component="form" ref={form.form} noValidate onSubmit={send} sx={{ display: 'grid', gap: 3.5 }}>
      <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{t('user:reset.text')}</Box>
      <Field
        label={t('user:email')}
        type="email"
        autoComplete="email"
        autoFocus
        inputProps={{ inputMode: 'email', autoCapitalize: 'none', spellCheck: false }}
        {...form.field('email')}
        onBlur={() => {
          form.leave('email')
          if (!emailFault(form.values.email)) look('email', form.values.email)
        }}
      />
      <Field
        label={t('user:captcha.label')}
        autoComplete="off"
        inputRef={answer}
        inputProps={{ inputMode: 'numeric', spellCheck: false }}
        {...form.field('captcha')}
        hint={t('user:captcha.hint')}
        aside={<CaptchaImage image={captcha?.image ?? null} onReload={nextCaptcha} />}
      />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        loading={pending}
        disabled={resend.left > 0}
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {resend.left > 0 ? t('user:resend', { count: resend.left }) : t('user:reset.submit')}
      </Button>
      <Box sx={{ typography: 'dense', textAlign: 'center' }}>
        <Link
          component="button"
          type="button"
          sx={{ verticalAlign: 'baseline' }}
          onClick={() => onMode('login')}
        >
          {t('user:reset.back')}
        </Link>
      </Box>
    </Box>
  )
}
