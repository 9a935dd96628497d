import Box from '@mui/material/Box'
import { type ReactNode, useMemo } from 'react'
import { uploadPicture } from '../../relay/files/uploadPicture.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { FormBar } from '../../ui/form/FormBar.tsx'
import { FormCard } from '../../ui/form/FormCard.tsx'
import type { Form } from '../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../ui/markdown/MarkdownEditor.tsx'
import { awaitsPicture } from '../../ui/markdown/pictures.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

export type NoticeWords = { title: string; content: string }

/** Validation of the words of a notice. */
export function useWordRules() {
  const { t } = useTranslation()
  return useMemo(() => {
    const required = { words: t('ui:fault.REQUIRED') }
    const coming = { words: t('markdown:picture.wait'), atOnce: true }
    return ({ title, content }: NoticeWords) => ({
      title: title.trim() ? null : required,
      content: !content.trim() ? required : awaitsPicture(content) ? coming : null,
    })
  }, [t])
}

type Props<Values extends NoticeWords> = {
  form: Form<Values>
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
  const { form, words, pending, save, onSend, children } = props
  const { t } = useTranslation()
  return (
    <Box component="form" ref={form.form} noValidate onSubmit={form.sending(onSend)}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          pb: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 288px' },
        }}
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
            onPicture={uploadPicture}
            {...words.field('content')}
          />
        </FormCard>
        <FormCard title={t('systemNotice:form.recipients')}>{children}</FormCard>
      </Box>
      <FormBar form={form} pending={pending} save={save} />
    </Box>
  )
}
