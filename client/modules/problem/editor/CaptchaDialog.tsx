import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../ui/controls/Field.tsx'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { CaptchaImage } from '../../user/CaptchaImage.tsx'
import { useCaptcha } from '../../user/useCaptcha.ts'
import type { CaptchaAnswer } from './useSubmit.ts'

type Props = {
  wrong: boolean
  pending: boolean
  onAnswer: (answer: CaptchaAnswer) => void
  onClose: () => void
}

/** Asks for a captcha after too many submissions, and sends again with the answer. */
export function CaptchaDialog({ wrong, pending, onAnswer, onClose }: Props) {
  const { t } = useTranslation()
  const { captcha, reload } = useCaptcha()
  const [answer, setAnswer] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (captcha && answer.trim()) onAnswer({ captcha: answer.trim(), captchaKey: captcha.key })
  }
  return (
    <Modal title={t('user:captcha.label')} width={370} onClose={onClose} sticky>
      <Box component="form" noValidate onSubmit={send} sx={{ display: 'grid', gap: 4 }}>
        <p>{t('refusal:CAPTCHA_REQUIRED')}</p>
        <Field
          label={t('user:captcha.label')}
          name="captcha"
          autoComplete="off"
          autoFocus
          inputProps={{ inputMode: 'numeric', spellCheck: false, maxLength: 8 }}
          value={answer}
          error={wrong && answer === '' ? t('refusal:CAPTCHA_WRONG') : undefined}
          hint={t('user:captcha.hint')}
          onChange={setAnswer}
          aside={<CaptchaImage image={captcha?.image ?? null} onReload={reload} />}
        />
        <Button type="submit" variant="contained" color="primary" size="large" fullWidth loading={pending}>
          {t('problem:run.submit')}
        </Button>
      </Box>
    </Modal>
  )
}
