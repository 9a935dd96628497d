import { useUsername } from '../../../app/session/useUsername.ts'
import { useTextUpload } from '../../../relay/files/useTextUpload.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { DraftNote } from '../../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../../ui/form/draft/useFormDraft.ts'
import { FormAlert } from '../../../ui/form/FormAlert.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { SelectField } from '../../../ui/form/SelectField.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import type { Form } from '../../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { PostValues } from './postValues.ts'

type Props = {
  title: string
  form: Form<PostValues>
  /** The values on the server. */
  saved: PostValues
  /** Storage key of the draft in this browser. */
  draftKey: string
  categories: readonly { readonly id: string; readonly name: string }[]
  /** Display id of the problem it is about. */
  problem: string | null
  /** Whether the viewer moderates: pins posts and inserts pictures. */
  moderates: boolean
  /** Why the post was refused as a whole. */
  refused: string | null
  submit: string
  pending: boolean
  onSend: () => unknown
  onClose: () => void
}

/** Dialog with the fields of a post; closing it keeps the draft. */
export function PostFields(props: Props) {
  const { title, form, saved, draftKey, categories, problem, moderates, refused, submit } = props
  const { pending, onSend, onClose } = props
  const { t } = useTranslation()
  const onUpload = useTextUpload()
  const { foundAt } = useFormDraft(`${draftKey} ${useUsername()}`, form, saved)
  return (
    <FormDialog
      title={title}
      form={form}
      width={960}
      isComplete
      submit={submit}
      pending={pending}
      onSubmit={form.sending(onSend)}
      onClose={onClose}
    >
      <DraftNote foundAt={foundAt} onDiscard={form.reset} />
      <Field
        label={t('discussion:field.title')}
        required
        autoFocus
        hint={problem === null ? undefined : t('discussion:form.prefix', { id: problem })}
        {...form.field('title')}
      />
      <Field
        label={t('discussion:field.description')}
        required
        hint={t('discussion:form.descriptionHint')}
        {...form.field('description')}
      />
      <SelectField
        label={t('discussion:field.categoryId')}
        required
        options={[
          { value: '', label: t('discussion:form.choose'), disabled: true },
          ...categories.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('categoryId')}
      />
      <MarkdownEditor
        label={t('discussion:field.content')}
        required
        height="clamp(240px, 42vh, 480px)"
        {...(moderates && { onUpload })}
        {...form.field('content')}
      />
      {moderates && (
        <SwitchField
          label={t('discussion:form.pin')}
          hint={t('discussion:form.pinHint')}
          {...form.field('isPinned')}
        />
      )}
      {refused && <FormAlert>{refused}</FormAlert>}
    </FormDialog>
  )
}
