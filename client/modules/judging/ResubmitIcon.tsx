import IconButton from '@mui/material/IconButton'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Tip } from '../../ui/feedback/Tip.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { useResubmit } from './useResubmit.ts'

/** Resubmits a row of the viewer's own in a list of submissions. */
export function ResubmitIcon({ id, number }: { id: string; number: number }) {
  const { t } = useTranslation()
  const { resubmit, pending } = useResubmit(id)
  return (
    <Tip title={t('bank:resubmit')}>
      <IconButton
        size="small"
        loading={pending}
        aria-label={t('bank:resubmitOf', { number })}
        onClick={resubmit}
      >
        <Icon name="retry" />
      </IconButton>
    </Tip>
  )
}
