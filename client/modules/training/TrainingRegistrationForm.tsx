import { graphql, useFragment } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { TrainingRegistrationForm_training$key } from '../../__generated__/TrainingRegistrationForm_training.graphql.ts'
import type { TrainingRegistrationFormMutation } from '../../__generated__/TrainingRegistrationFormMutation.graphql.ts'
import { failureWords } from '../../app/failures.ts'
import { toast } from '../../app/toasts.ts'
import { useMutation } from '../../relay/useMutation.ts'
import { useForm } from '../../ui/form/useForm.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { PasswordForm } from '../user/PasswordForm.tsx'

/** Registers the viewer for a private training by its password. */
export function TrainingRegistrationForm(props: { training: TrainingRegistrationForm_training$key }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { id } = useFragment(
    graphql`
      fragment TrainingRegistrationForm_training on Training {
        id
      }
    `,
    props.training,
  )
  const form = useForm({
    values: { password: '' },
    rules: ({ password }) => ({
      password: password ? null : { words: t('training:registration.empty') },
    }),
  })
  const [register, { pending }] = useMutation<TrainingRegistrationFormMutation>(
    graphql`
      mutation TrainingRegistrationFormMutation($input: RegisterTrainingInput!) {
        registerTraining(input: $input) {
          id
        }
      }
    `,
    {
      form,
      answers: (refused) => {
        // The wait between two attempts is said where the wrong password was.
        if (refused.code === 'TRAINING_PASSWORD_TOO_SOON') form.refuse({ password: failureWords(refused) })
        // The viewer has registered in another tab, or the training is public now.
        else if (/^TRAINING_(?:REGISTERED|NEEDS_NO_REGISTRATION)$/.test(refused.code)) void revalidate()
        else return false
        return true
      },
    },
  )
  const send = form.sending(async () => {
    const done = await register({ input: { id, password: form.values.password } })
    if (!done) return
    toast.success(t('training:registration.success'))
    void revalidate()
  })
  return (
    <PasswordForm
      form={form.form}
      onSubmit={send}
      pending={pending}
      label={t('training:registration.password')}
      field={form.field('password')}
      act={t('training:registration.act')}
    />
  )
}
