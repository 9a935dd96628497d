import { useEffect } from 'react'
import { Field } from '../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

/** Most characters that can be typed; a longer output is a file. */
const MOST = 65_535

type Props = {
  /** Number of the test. */
  index: number
  /** What was typed before. */
  text: string
  /** Told of every change, so that no text is lost when the dialog closes. */
  onText: (text: string) => void
  onUse: (text: string) => void
  onClose: () => void
}

/** Dialog to type the output for a test instead of adding a file. */
export function TypeOutput({ index, text, onText, onUse, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    values: { text },
    rules: (values) => ({ text: values.text ? null : { words: t('ui:fault.REQUIRED') } }),
  })
  const typed = form.values.text
  useEffect(() => onText(typed), [onText, typed])
  const send = form.sending(async () => {
    onUse(typed)
    setTimeout(onClose)
    return true
  })
  return (
    <FormDialog
      title={t('outputs:typeTitle', { index })}
      form={form}
      submit={t('outputs:use')}
      isComplete
      pending={false}
      onSubmit={send}
      onClose={onClose}
    >
      <Field
        label={t('outputs:file')}
        multiline
        minRows={6}
        maxRows={16}
        autoFocus
        maxLength={MOST}
        inputProps={{ spellCheck: false }}
        sx={{ typography: 'code' }}
        {...form.field('text')}
      />
    </FormDialog>
  )
}
