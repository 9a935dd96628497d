import { useState } from 'react'
import { useUsername } from '../../../app/session/useUsername.ts'
import { toast } from '../../../app/toasts.ts'
import { useTextUpload } from '../../../relay/files/useTextUpload.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { ChipsField } from '../../../ui/form/ChipsField.tsx'
import { DraftNote } from '../../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../../ui/form/draft/useFormDraft.ts'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { LessonValues } from './lessonValues.ts'
import { VideoField } from './VideoField.tsx'

type Props = {
  title: string
  form: Form<LessonValues>
  /** The values on the server. */
  saved: LessonValues
  /** Storage key of the draft in this browser. */
  draftKey: string
  /** Why the node was refused as a whole. */
  refused: string | null
  submit: string
  pending: boolean
  onSend: () => unknown
  onClose: () => void
}

/** Dialog with the fields of a node; it is not sent while a video is uploaded (area-rules L5). */
export function LessonFields(props: Props) {
  const { title, form, saved, draftKey, refused, submit, pending, onSend, onClose } = props
  const { t } = useTranslation()
  const [isUploading, setUploading] = useState(false)
  const [waits, setWaits] = useState(false)
  const onUpload = useTextUpload()
  const { foundAt } = useFormDraft(`${draftKey} ${useUsername()}`, form, saved)
  const submitNow = form.sending(onSend)
  return (
    <FormDialog
      title={title}
      form={form}
      width={960}
      isComplete
      submit={submit}
      pending={pending}
      onSubmit={(event) => {
        setWaits(isUploading)
        if (isUploading) event.preventDefault()
        else submitNow(event)
      }}
      onClose={onClose}
    >
      <DraftNote foundAt={foundAt} onDiscard={form.reset} />
      <Field
        label={t('lesson:field.key')}
        required
        autoFocus
        hint={t('lesson:admin.keyHint')}
        {...form.field('key')}
      />
      <Field label={t('lesson:field.title')} hint={t('lesson:admin.bothHint')} {...form.field('title')} />
      <VideoField
        {...form.field('video')}
        onBusy={(busy) => {
          setUploading(busy)
          if (!busy) setWaits(false)
        }}
      />
      <MarkdownEditor
        label={t('lesson:field.article')}
        height="clamp(240px, 42vh, 480px)"
        onUpload={onUpload}
        {...form.field('article')}
      />
      <ChipsField
        label={t('lesson:field.problems')}
        hint={t('lesson:admin.problemsHint')}
        most={50}
        clean={(text) => text.trim().toUpperCase()}
        onRepeated={() => toast.error(t('lesson:admin.problemTwice'))}
        {...form.field('problems')}
      />
      {waits && <FormAlert>{t('lesson:upload.wait')}</FormAlert>}
      {refused && <FormAlert>{refused}</FormAlert>}
    </FormDialog>
  )
}
