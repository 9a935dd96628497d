import { graphql, useFragment } from 'react-relay'
import type { GroupNoticeForm_notice$key } from '../../../__generated__/GroupNoticeForm_notice.graphql.ts'
import type { GroupNoticeFormChangeMutation } from '../../../__generated__/GroupNoticeFormChangeMutation.graphql.ts'
import type { GroupNoticeFormCreateMutation } from '../../../__generated__/GroupNoticeFormCreateMutation.graphql.ts'
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

type Props = {
  /** Group of a new announcement. */
  groupId?: string
  /** The edited announcement; a new one when left out. */
  notice?: GroupNoticeForm_notice$key
  /** Whose draft it is. */
  username: string | null
  onDone: () => void
  onClose: () => void
}

/** Form of an announcement; an edit that somebody else made meanwhile is merged, or asks which text to keep. */
export function GroupNoticeForm({ groupId = '', username, onDone, onClose, ...props }: Props) {
  const { t } = useTranslation()
  const onUpload = useTextUpload()
  const notice = useFragment(
    graphql`
      fragment GroupNoticeForm_notice on GroupNotice {
        id
        version
        title
        content
        isHidden
      }
    `,
    props.notice,
  )
  const { title = '', content = '', isHidden = false, version = 0 } = notice ?? {}
  const required = { words: t('ui:fault.REQUIRED') }
  const values = { title, content, isShown: !isHidden }
  const form = useEditing({
    values,
    version,
    rules: (values) => ({
      title: values.title.trim() ? null : required,
      content: !values.content.trim()
        ? required
        : awaitsUpload(values.content)
          ? { words: t('markdown:upload.wait'), atOnce: true }
          : null,
    }),
  })
  const draft = useFormDraft(`group-notice ${username} ${notice?.id ?? groupId}`, form, values)
  const [create, creating] = useMutation<GroupNoticeFormCreateMutation>(
    graphql`
      mutation GroupNoticeFormCreateMutation($input: CreateGroupNoticeInput!) {
        createGroupNotice(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const [change, changing] = useMutation<GroupNoticeFormChangeMutation>(
    graphql`
      mutation GroupNoticeFormChangeMutation($input: ChangeGroupNoticeInput!) {
        changeGroupNotice(input: $input) {
          ...GroupNoticeForm_notice
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const { isShown, ...words } = form.changes()
    const done = notice
      ? await change({
          input: {
            id: notice.id,
            version: form.version,
            ...words,
            ...(isShown !== undefined && { isHidden: !isShown }),
          },
        })
      : await create({
          input: {
            groupId,
            title: form.values.title,
            content: form.values.content,
            isHidden: !form.values.isShown,
          },
        })
    if (!done) return null
    toast.success(t(notice ? 'groupAdmin:notices.saved' : 'groupAdmin:notices.created'))
    onDone()
    // After the form is marked as saved and its draft deleted.
    setTimeout(onClose)
    return done
  })
  return (
    <FormDialog
      title={t(notice ? 'groupAdmin:notices.editTitle' : 'groupAdmin:notices.create')}
      form={form}
      onSubmit={send}
      onClose={() => {
        draft.drop()
        onClose()
      }}
      pending={creating.pending || changing.pending}
      width={720}
      submit={t(notice || !form.values.isShown ? 'ui:form.save' : 'groupAdmin:notices.publish')}
    >
      <DraftNote foundAt={draft.foundAt} onDiscard={form.reset} />
      <Field label={t('groupAdmin:notices.headline')} required maxLength={255} {...form.field('title')} />
      <MarkdownEditor
        label={t('groupAdmin:notices.content')}
        required
        height={280}
        maxLength={65_535}
        onUpload={onUpload}
        {...form.field('content')}
      />
      <SwitchField
        label={t('groupAdmin:notices.shownLabel')}
        hint={t('groupAdmin:notices.shownHint')}
        {...form.field('isShown')}
      />
    </FormDialog>
  )
}
