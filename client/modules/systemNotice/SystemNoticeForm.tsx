import { type ReactNode, useMemo } from 'react'
import { DraftedForm } from '../../app/admin/DraftedForm.tsx'
import { useTextUpload } from '../../relay/files/useTextUpload.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormCard } from '../../ui/form/FormCard.tsx'
import type { Form } from '../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'
import { awaitsUpload } from '../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

export type NoticeWords = { title: string; content: string }

/** Validation of the words of a notice. */
export function useWordRules() {
  const { t } = useTranslation()
  return useMemo(() => {
    const required = { words: t('ui:fault.REQUIRED') }
    const coming = { words: t('markdown:upload.wait'), atOnce: true }
    return ({ title, content }: NoticeWords) => ({
      title: title.trim() ? null : required,
      content: !content.trim() ? required : awaitsUpload(content) ? coming : null,
    })
  }, [t])
}

type Props<Values extends NoticeWords> = {
  form: Form<Values>
  /** The values on the server. */
  saved: Values
  /** Storage key of the unsaved draft. */
  draftKey: string
  /** The fields of the words. */
  words: Pick<Form<NoticeWords>, 'field'>
  pending: boolean
  /** Label of the save button. */
  save?: string
  onSend: () => unknown
  /** The recipients. */
  children: ReactNode
}

/** Words of a notice beside its recipients. */
export function SystemNoticeForm<Values extends NoticeWords>(props: Props<Values>) {
  const { form, saved, draftKey, words, pending, save, onSend, children } = props
  const { t } = useTranslation()
  const onUpload = useTextUpload()
  return (
    <DraftedForm
      form={form}
      saved={saved}
      draftKey={draftKey}
      pending={pending}
      save={save}
      onSubmit={form.sending(onSend)}
      side={<FormCard title={t('systemNotice:form.recipients')}>{children}</FormCard>}
    >
      <FormCard title={t('systemNotice:form.words')}>
        <Field
          label={t('systemNotice:form.title')}
          required
          maxLength={200}
          {...words.field('title')}
          hint={t('systemNotice:form.titleHint')}
        />
        <MarkdownEditor
          label={t('systemNotice:form.content')}
          required
          height="clamp(320px, 56vh, 640px)"
          maxLength={65_535}
          onUpload={onUpload}
          {...words.field('content')}
        />
      </FormCard>
    </DraftedForm>
  )
}
