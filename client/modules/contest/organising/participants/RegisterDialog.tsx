import { graphql } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RegisterDialogMutation } from '../../../../__generated__/RegisterDialogMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { FormDialog } from '../../../../ui/form/FormDialog.tsx'
import { useForm } from '../../../../ui/form/useForm.ts'
import { useTranslation } from '../../../../ui/useTranslation.ts'
import { ListField } from './ListField.tsx'

/** Usernames of a pasted list, each once: they have no blanks, commas or semicolons. */
const namesOf = (text: string): string[] => [
  ...new Set(text.split(/[\s,;，；]+/).filter((name) => name !== '')),
]

type Props = { contestId: string; onClose: () => void }

/** Registers the users of a pasted list for a contest. */
export function RegisterDialog({ contestId, onClose }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const form = useForm({
    values: { usernames: '' },
    rules: ({ usernames }) => ({
      usernames: namesOf(usernames).length === 0 ? { words: t('ui:fault.REQUIRED') } : null,
    }),
  })
  const [register, { pending }] = useMutation<RegisterDialogMutation>(
    graphql`
      mutation RegisterDialogMutation($input: RegisterParticipantsInput!) {
        registerParticipants(input: $input) {
          id
          participantCount
        }
      }
    `,
    { form },
  )
  const send = form.sending(async () => {
    const usernames = namesOf(form.values.usernames)
    const done = await register({ input: { contestId, usernames } })
    if (!done) return null
    toast.success(t('organising:people.registeredNow', { count: usernames.length }))
    void revalidate()
    onClose()
    return done
  })
  return (
    <FormDialog
      title={t('organising:people.register')}
      form={form}
      onSubmit={send}
      onClose={onClose}
      pending={pending}
    >
      <ListField
        label={t('organising:people.registerList')}
        hint={t('organising:people.registerHint')}
        {...form.field('usernames')}
      />
    </FormDialog>
  )
}
