import Button from '@mui/material/Button'
import { type ComponentProps, useRef } from 'react'
import { Field } from '../../ui/controls/Field.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = Omit<ComponentProps<typeof Field>, 'label' | 'aside'> & {
  /** Whether a mail is being sent. */
  sending: boolean
  /** Time until another mail can be requested (s). */
  left: number
  /** Resolves to something truthy once the mail is sent; the code is typed next. */
  onSend: () => Promise<unknown>
}

/** Field for the code of a mail, with the button that sends it. */
export function MailCodeField({ sending, left, onSend, ...field }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const send = async () => {
    if (!(await onSend())) return
    // Who types in another field meanwhile goes on there.
    if (!(document.activeElement instanceof HTMLInputElement)) input.current?.focus()
  }
  return (
    <Field
      label={t('user:code.label')}
      autoComplete="one-time-code"
      placeholder={t('user:code.placeholder')}
      inputRef={input}
      inputProps={{ inputMode: 'numeric', spellCheck: false }}
      aside={
        <Button
          size="large"
          sx={{ flex: 'none', height: 40, fontVariantNumeric: 'tabular-nums' }}
          loading={sending}
          disabled={left > 0}
          onClick={() => void send()}
        >
          {left > 0 ? t('user:resend', { count: left }) : t('user:code.send')}
        </Button>
      }
      {...field}
    />
  )
}
