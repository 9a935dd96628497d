import { graphql } from 'react-relay'
import type { RemoveTrainingProblemMutation } from '../../../../__generated__/RemoveTrainingProblemMutation.graphql.ts'
import { toast } from '../../../../app/toasts.ts'
import { useMutation } from '../../../../relay/useMutation.ts'
import { Confirm } from '../../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../../ui/useTranslation.ts'

type Props = { trainingId: string; problemNumber: number; name: string; onClose: () => void }

/** Confirms the removal of a problem from a training. */
export function RemoveTrainingProblem({ trainingId, problemNumber, name, onClose }: Props) {
  const { t } = useTranslation()
  const [remove, { words }] = useMutation<RemoveTrainingProblemMutation>(
    graphql`
      mutation RemoveTrainingProblemMutation($input: RemoveTrainingProblemInput!) {
        removeTrainingProblem(input: $input) {
          ...TrainingProblemTable_training
        }
      }
    `,
    { quiet: true },
  )
  return (
    <Confirm
      title={t('trainingAdmin:problems.removeTitle', { name })}
      confirm={t('trainingAdmin:problems.remove')}
      destructive
      refused={words}
      onClose={onClose}
      onConfirm={async () => {
        const done = await remove({ input: { trainingId, problemNumber } })
        if (done) toast.success(t('trainingAdmin:problems.removed', { name }))
        return done
      }}
    >
      {t('trainingAdmin:problems.removeText')}
    </Confirm>
  )
}
