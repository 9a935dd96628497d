import Button from '@mui/material/Button'
import type { ComponentProps } from 'react'
import { Field } from '../../ui/controls/Field.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'aside'> & {
  /** Whether a mail is being sent. */
  sending: boolean
  /** Time until another mail can be requested (s). */
  left: number
  onSend: () => void
}

/** Field for the code of a mail, with the button that sends it. */
export function MailCodeField({ sending, left, onSend, ...field }: Props) {
  const { t } = useTranslation()
  return (
    <Field
      label={t('user:code.label')}
      autoComplete="one-time-code"
      placeholder={t('user:code.placeholder')}
      inputProps={{ inputMode: 'numeric', spellCheck: false }}
      aside={
        <Button
          size="large"
          sx={{ flex: 'none', height: 40, fontVariantNumeric: 'tabular-nums' }}
          loading={sending}
          disabled={left > 0}
          onClick={onSend}
        >
          {left > 0 ? t('user:resend', { count: left }) : t('user:code.send')}
        </Button>
      }
      {...field}
    />
  )
}
