import { graphql } from 'react-relay'
import type { ContestNoticeFormChangeMutation } from '../../../__generated__/ContestNoticeFormChangeMutation.graphql.ts'
import type { ContestNoticeFormCreateMutation } from '../../../__generated__/ContestNoticeFormCreateMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useTextUpload } from '../../../relay/files/useTextUpload.ts'
import { useEditing } from '../../../relay/useEditing.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { DraftNote } from '../../../ui/form/draft/DraftNote.tsx'
import { useFormDraft } from '../../../ui/form/draft/useFormDraft.ts'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { awaitsUpload } from '../../../ui/markdown/textUploads.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

export type EditedNotice = {
  readonly number: number
  readonly title: string
  readonly content: string
  readonly isHidden: boolean
  readonly version: number
}

type Props = {
  contestId: string
  /** Null: a new announcement. */
  notice: EditedNotice | null
  /** Storage key of the unsaved draft. */
  draftKey: string
  onDone: () => void
  onClose: () => void
}

/**
 * Form of an announcement; participants see it as soon as it is saved. An edit that somebody else made meanwhile is
 * merged, or asks which text to keep.
 */
export function ContestNoticeForm({ contestId, notice, draftKey, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const onUpload = useTextUpload()
  const { title = '', content = '', isHidden = false, version = 0 } = notice ?? {}
  const values = { title, content, isShown: !isHidden }
  const form = useEditing({
    values,
    version,
    rules: (values) => ({
      title: values.title.trim() ? null : { words: t('ui:fault.REQUIRED') },
      content: !values.content.trim()
        ? { words: t('ui:fault.REQUIRED') }
        : awaitsUpload(values.content)
          ? { words: t('markdown:upload.wait'), atOnce: true }
          : null,
    }),
  })
  const draft = useFormDraft(draftKey, form, values)
  const [create, creating] = useMutation<ContestNoticeFormCreateMutation>(
    graphql`
      mutation ContestNoticeFormCreateMutation($input: CreateContestNoticeInput!) {
        createContestNotice(input: $input) {
          number
        }
      }
    `,
    { form },
  )
  const [change, changing] = useMutation<ContestNoticeFormChangeMutation>(
    graphql`
      mutation ContestNoticeFormChangeMutation($input: ChangeContestNoticeInput!) {
        changeContestNotice(input: $input) {
          number
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { title, content, isShown } = form.values
    const { isShown: changedShown, ...words } = form.changes()
    const done = notice
      ? await change({
          input: {
            number: notice.number,
            version: form.version,
            ...words,
            ...(changedShown !== undefined && { isHidden: !changedShown }),
          },
        })
      : await create({ input: { contestId, title, content, isHidden: !isShown } })
    if (!done) return null
    toast.success(t(isShown ? 'organising:notices.told' : 'organising:notices.kept'))
    onDone()
    // After the form is marked as saved and its draft deleted.
    setTimeout(onClose)
    return done
  })
  return (
    <FormDialog
      title={t(notice ? 'organising:notices.edit' : 'organising:notices.create')}
      form={form}
      onSubmit={send}
      onClose={() => {
        draft.drop()
        onClose()
      }}
      pending={creating.pending || changing.pending}
      width={720}
      submit={t(form.values.isShown ? 'organising:notices.publish' : 'ui:form.save')}
    >
      <DraftNote foundAt={draft.foundAt} onDiscard={form.reset} />
      <Field label={t('organising:notices.headline')} required maxLength={200} {...form.field('title')} />
      <MarkdownEditor
        label={t('organising:notices.content')}
        required
        height={280}
        maxLength={65_535}
        onUpload={onUpload}
        {...form.field('content')}
      />
      <SwitchField
        label={t('organising:notices.shown')}
        hint={t('organising:notices.shownHint')}
        {...form.field('isShown')}
      />
    </FormDialog>
  )
}
