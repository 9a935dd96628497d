import Box from '@mui/material/Box'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Props = { name: string; reason: string; onClose: () => void }

/** What a member wrote when they applied. */
export function ReasonDialog({ name, reason, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal title={t('groupAdmin:members.reasonOf', { name })} width={370} onClose={onClose}>
      <Box sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
        <bdi>{reason}</bdi>
      </Box>
    </Modal>
  )
}
