import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Props = { counts: 'RECENT' | 'HIGHEST'; onAnswer: (yes: boolean) => void }

/** Confirms another submission while verdicts are hidden. */
export function ConfirmAgain({ counts, onAnswer }: Props) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      title={t(`sending:again.${counts}`)}
      confirm={t('problem:run.submit')}
      onConfirm={() => {
        onAnswer(true)
        return true
      }}
      onClose={() => onAnswer(false)}
    >
      {t(`sending:again.${counts}_TEXT`)}
    </ConfirmDialog>
  )
}
