import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { ApplyDialog_group$key } from '../../../__generated__/ApplyDialog_group.graphql.ts'
import type { ApplyDialogMutation } from '../../../__generated__/ApplyDialogMutation.graphql.ts'
import { failureWords } from '../../../app/failures.ts'
import { toast } from '../../../app/toasts.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Field } from '../../../ui/controls/Field.tsx'
import { FormDialog } from '../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../ui/form/useForm.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { CODE_LENGTH, oneLine } from '../form/groupValues.ts'

const REASON = { least: 5, most: 100 } as const

type Props = { group: ApplyDialog_group$key; onClose: () => void }

/** Application to a group: a reason, and the code of a group that asks for it. */
export function ApplyDialog({ onClose, ...props }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { id, name, access } = useFragment(
    graphql`
      fragment ApplyDialog_group on Group {
        id
        name
        access
      }
    `,
    props.group,
  )
  const hasCode = access === 'CODE'
  const form = useForm({
    values: { reason: '', code: '' },
    rules: ({ reason, code }) => {
      const { length } = oneLine(reason)
      const words = { field: t('group:apply.reason'), ...REASON }
      return {
        reason:
          length === 0
            ? { words: t('group:form.required', words) }
            : length < REASON.least
              ? { words: t('group:form.tooShort', words) }
              : length > REASON.most
                ? { words: t('group:form.tooLong', words), atOnce: true }
                : null,
        code: hasCode && code.length !== CODE_LENGTH ? { words: t('group:form.codeLength') } : null,
      }
    },
  })
  const [apply, { pending }] = useMutation<ApplyDialogMutation>(
    graphql`
      mutation ApplyDialogMutation($input: JoinGroupInput!) {
        joinGroup(input: $input) {
          id
          memberCount
          viewerStanding
          viewerJoinedAt
          viewerIsIn
        }
      }
    `,
    {
      form,
      answers: (refused) => {
        if (!/^GROUP_CODE_/.test(refused.code)) return false
        form.refuse({ code: failureWords(refused) })
        return true
      },
    },
  )
  const send = async () => {
    const { reason, code } = form.values
    const done = await apply({ input: { id, reason: oneLine(reason), ...(hasCode && { code }) } })
    if (!done) {
      // The viewer may have applied in another tab.
      void revalidate()
      return null
    }
    toast.success(t('group:apply.success'))
    setTimeout(onClose)
    void revalidate()
    return done
  }
  return (
    <FormDialog
      title={t('group:apply.title', { name })}
      form={form}
      width={440}
      isComplete
      submit={t('group:apply.act')}
      pending={pending}
      onSubmit={form.sending(send)}
      onClose={onClose}
    >
      <Field
        label={t('group:apply.reason')}
        required
        autoFocus
        multiline
        minRows={3}
        hint={t('group:apply.reasonHint')}
        {...form.field('reason')}
      />
      {hasCode && (
        <Field
          label={t('group:apply.code')}
          required
          maxLength={CODE_LENGTH}
          hint={t('group:apply.codeHint')}
          inputProps={{ autoComplete: 'off', spellCheck: false }}
          {...form.field('code')}
        />
      )}
    </FormDialog>
  )
}
