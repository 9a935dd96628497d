import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { useApplication } from './useApplication.ts'

type Props = {
  id: string
  displayId: string
  /** Applies, or cancels an application. */
  isApplied: boolean
  onDone?: () => void
  onClose: () => void
}

/** Confirms an application for the site, or its cancelling. */
export function ApplyDialog({ id, displayId, isApplied, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const { apply } = useApplication(id)
  const act = isApplied ? 'apply' : 'cancel'
  const confirm = async () => {
    const answer = await apply(isApplied)
    if (answer) onDone?.()
    return answer
  }
  return (
    <Confirm
      title={t(`problemAdmin:application.${act}Title`, { id: displayId })}
      confirm={t(`problemAdmin:application.${act}`)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t(`problemAdmin:application.${act}Text`)}
    </Confirm>
  )
}
