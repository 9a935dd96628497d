import Button from '@mui/material/Button'
import { graphql, useFragment } from 'react-relay'
import type { ExtensionDialog_training$key } from '../../../__generated__/ExtensionDialog_training.graphql.ts'
import type { ExtensionDialogMutation } from '../../../__generated__/ExtensionDialogMutation.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useEditing } from '../../../relay/useEditing.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { MomentField } from '../../../ui/form/MomentField.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = {
  training: ExtensionDialog_training$key
  student: {
    readonly uid: string
    readonly username: string
    readonly extension:
      | { readonly dueAt: string; readonly reason: string; readonly setAt: string }
      | null
      | undefined
  }
  onClose: () => void
}

/** Version of a student without a due time of their own. */
const NONE = 0

/** The due time of one student. */
export function ExtensionDialog({ student, onClose, ...props }: Props) {
  const { t } = useTranslation()
  const { id, homework } = useFragment(
    graphql`
      fragment ExtensionDialog_training on Training {
        id
        homework {
          dueAt
        }
      }
    `,
    props.training,
  )
  const { uid, username, extension } = student
  const dueAt = homework?.dueAt ?? ''
  const form = useEditing({
    version: extension ? Date.parse(extension.setAt) : NONE,
    values: { dueAt: extension?.dueAt ?? (null as string | null), reason: extension?.reason ?? '' },
    rules: (values) => ({
      dueAt:
        values.dueAt && Date.parse(values.dueAt) > Date.parse(dueAt)
          ? null
          : { words: t('homework:extension.fault', { time: formatDateTime(dueAt).slice(0, -3) }) },
    }),
  })
  const [save, { pending }] = useMutation<ExtensionDialogMutation>(
    graphql`
      mutation ExtensionDialogMutation($input: ExtendHomeworkInput!) {
        extendHomework(input: $input) {
          id
        }
      }
    `,
    { form },
  )
  const send = async (given: { dueAt: string | null; reason: string }) => {
    const basedOn = form.version ? new Date(form.version).toISOString() : null
    const done = await save({ input: { id, uid, basedOn, ...given } })
    if (!done) return null
    toast.success(
      t(given.dueAt ? 'homework:extension.saved' : 'homework:extension.removed', { name: username }),
    )
    onClose()
    return done
  }
  return (
    <FormDialog
      title={t('homework:extension.title', { name: username })}
      form={form}
      pending={pending}
      onSubmit={form.sending(() => send(form.values))}
      onClose={onClose}
      others={
        extension && (
          <Button size="large" disabled={pending} onClick={() => void send({ dueAt: null, reason: '' })}>
            {t('homework:extension.remove')}
          </Button>
        )
      }
    >
      <MomentField
        label={t('homework:extension.dueAt')}
        required
        hint={t('homework:extension.hint', { time: formatDateTime(dueAt).slice(0, -3) })}
        {...form.field('dueAt')}
      />
      <Field label={t('homework:extension.reason')} maxLength={200} {...form.field('reason')} />
    </FormDialog>
  )
}
