import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { RegistrationForm_contest$key } from '../../__generated__/RegistrationForm_contest.graphql.ts'
import type { RegistrationFormMutation } from '../../__generated__/RegistrationFormMutation.graphql.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordForm } from '../user/PasswordForm.tsx'

type Props = {
  contest: RegistrationForm_contest$key
  onDone?: () => void
}

/** Registers the viewer: the contest password, if there is one, and the button. */
export function RegistrationForm({ onDone, ...props }: Props) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { id, needsPassword } = useFragment(
    graphql`
      fragment RegistrationForm_contest on Contest {
        id
        needsPassword
      }
    `,
    props.contest,
  )
  const form = useForm({
    values: { password: '' },
    rules: ({ password }) => ({
      password: !needsPassword || password ? null : { words: t('contest:registration.empty') },
    }),
  })
  const [register, { pending }] = useMutation<RegistrationFormMutation>(
    graphql`
      mutation RegistrationFormMutation($input: RegisterContestInput!) {
        registerContest(input: $input) {
          id
          isRegistered
          hasAccess
          lookBar
          submitBar
          participantCount
        }
      }
    `,
    {
      form,
      // The viewer has registered in another tab.
      answers: ({ code }) => {
        if (code !== 'CONTEST_REGISTERED') return false
        void revalidate()
        onDone?.()
        return true
      },
    },
  )
  const send = form.sending(async () => {
    const done = await register({ input: { id, password: form.values.password } })
    if (!done) return
    toast.success(t('contest:registration.success'))
    void revalidate()
    onDone?.()
  })
  return (
    <PasswordForm
      form={form.form}
      onSubmit={send}
      pending={pending}
      label={t('contest:registration.password')}
      field={needsPassword ? form.field('password') : null}
      act={t('contest:registration.act')}
    />
  )
}
