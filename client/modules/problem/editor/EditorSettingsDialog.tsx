import Box from '@mui/material/Box'
import { useState, useSyncExternalStore } from 'react'
import { EDITOR_THEMES } from '#server/shared/editorChoices.ts'
import { useIsSignedIn } from '../../../relay/session.ts'
import { Key } from '../../../ui/controls/Key.tsx'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { EditorFields } from '../../user/setting/EditorFields.tsx'
import { rememberDialog, wantsDialog } from '../outcome/ResultDialog.tsx'
import { useWorkbench } from '../workbenchContext.ts'

/** Theme, size and indentation; changes apply at once behind the dialog. */
export function EditorSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { draft } = useWorkbench()
  const isSignedIn = useIsSignedIn()
  const [dialog, setDialog] = useState(wantsDialog)
  const settings = useSyncExternalStore(draft.watch, draft.settings)
  return (
    <Modal title={t('problem:editor.settings')} width={370} onClose={onClose}>
      <EditorFields
        look={settings}
        dialog={dialog}
        onChange={({ theme, ...change }) => {
          const known = EDITOR_THEMES.find((one) => one === theme)
          draft.set({ ...change, ...(known && { theme: known }) })
        }}
        onDialog={(on) => {
          setDialog(on)
          rememberDialog(!on)
        }}
      />
      <Box
        sx={{
          mt: 4,
          display: 'grid',
          gridTemplateColumns: '1fr auto',
          gap: 1.5,
          typography: 'dense',
          color: 'text.secondary',
        }}
      >
        <span>{t('problem:run.submit')}</span>
        <Key>Ctrl ↵</Key>
        <span>{t('problem:run.run')}</span>
        <Key>Ctrl '</Key>
      </Box>
      <Box sx={{ mt: 4, typography: 'caption', color: 'text.tertiary' }}>
        {t(isSignedIn ? 'setting:editor.keptAccount' : 'setting:editor.kept')}
      </Box>
    </Modal>
  )
}
