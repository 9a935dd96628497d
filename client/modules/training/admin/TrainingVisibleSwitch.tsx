import { graphql } from 'react-relay'
import type { TrainingVisibleSwitchMutation } from '../../../__generated__/TrainingVisibleSwitchMutation.graphql.ts'
import { useMutation } from '../../../relay/useMutation.ts'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = { id: string; title: string; isVisible: boolean; viewerCanManage: boolean }

/** Publishes or hides a training at once. */
export function TrainingVisibleSwitch({ id, title, isVisible, viewerCanManage }: Props) {
  const { t } = useTranslation()
  const [change, { pending }] = useMutation<TrainingVisibleSwitchMutation>(graphql`
    mutation TrainingVisibleSwitchMutation($input: UpdateTrainingInput!) {
      updateTraining(input: $input) {
        id
        isVisible
        version
        updatedAt
      }
    }
  `)
  return (
    <Switch
      checked={isVisible}
      disabled={pending || !viewerCanManage}
      onChange={(visible) => void change({ input: { id, fields: { isVisible: visible } } })}
      aria-label={t('trainingAdmin:visibleNamed', { title })}
    />
  )
}
