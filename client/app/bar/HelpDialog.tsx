import Box from '@mui/material/Box'
import { Modal } from '../../ui/feedback/Modal.tsx'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Help dialog: how to read the test bar. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal title={t('app:footer.helpTitle')} onClose={onClose} width={480}>
      <Box sx={{ my: 3 }}>
        <TestBar tape="AAAAAAAWAAAAT" total={20} size="large" running />
      </Box>
      <Box component="p" sx={{ typography: 'body2', color: 'text.secondary' }}>
        {t('app:footer.helpText')}
      </Box>
    </Modal>
  )
}
