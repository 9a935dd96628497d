import { graphql } from 'react-relay'
import type { ContestNoticeFormChangeMutation } from '../../../__generated__/ContestNoticeFormChangeMutation.graphql.ts'
import type { ContestNoticeFormCreateMutation } from '../../../__generated__/ContestNoticeFormCreateMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { uploadPicture } from '../../../relay/files/uploadPicture.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { SwitchField } from '../../../ui/form/SwitchField.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { MarkdownEditor } from '../../../ui/markdown/MarkdownEditor.tsx'
import { awaitsPicture } from '../../../ui/markdown/pictures.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

export type EditedNotice = {
  readonly number: number
  readonly title: string
  readonly content: string
  readonly isHidden: boolean
}

type Props = {
  contestId: string
  /** Null: a new announcement. */
  notice: EditedNotice | null
  onDone: () => void
  onClose: () => void
}

/** Form of an announcement; participants see it as soon as it is saved. */
export function ContestNoticeForm({ contestId, notice, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { title = '', content = '', isHidden = false } = notice ?? {}
  const form = useForm({
    values: { title, content, isShown: !isHidden },
    rules: (values) => ({
      title: values.title.trim() ? null : { words: t('ui:fault.REQUIRED') },
      content: !values.content.trim()
        ? { words: t('ui:fault.REQUIRED') }
        : awaitsPicture(values.content)
          ? { words: t('markdown:picture.wait'), atOnce: true }
          : null,
    }),
  })
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
    const words = { title: title.trim(), content, isHidden: !isShown }
    const done = notice
      ? await change({ input: { number: notice.number, ...words } })
      : await create({ input: { contestId, ...words } })
    if (!done) return null
    toast.success(t(isShown ? 'organising:notices.told' : 'organising:notices.kept'))
    onDone()
    onClose()
    return done
  })
  return (
    <FormDialog
      title={t(notice ? 'organising:notices.edit' : 'organising:notices.create')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={creating.pending || changing.pending}
      width={720}
      submit={t(form.values.isShown ? 'organising:notices.publish' : 'ui:form.save')}
    >
      <Field label={t('organising:notices.headline')} required maxLength={200} {...form.field('title')} />
      <MarkdownEditor
        label={t('organising:notices.content')}
        required
        height={280}
        maxLength={65_535}
        onPicture={uploadPicture}
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
