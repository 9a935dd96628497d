import Box from '@mui/material/Box'
import { useState, useSyncExternalStore } from 'react'
import { EDITOR_FONT_SIZES, EDITOR_TAB_SIZES, EDITOR_THEMES } from '../../../ui/code/editorThemes.ts'
import { Key } from '../../../ui/controls/Key.tsx'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { Modal } from '../../../ui/feedback/Modal.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { rememberDialog, wantsDialog } from '../outcome/ResultDialog.tsx'
import { useWorkbench } from '../workbenchContext.ts'

/** Theme, size and indentation; changes apply at once behind the dialog. */
export function EditorSettingsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { draft } = useWorkbench()
  const [dialog, setDialog] = useState(wantsDialog)
  const { theme, fontSize, tabSize } = useSyncExternalStore(draft.watch, draft.settings)
  return (
    <Modal title={t('problem:editor.settings')} width={370} onClose={onClose}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 3, alignItems: 'center' }}>
        <span>{t('problem:editor.theme')}</span>
        <Picker
          label={t('problem:editor.theme')}
          hiddenLabel
          value={theme}
          options={EDITOR_THEMES.map((value) => ({
            value,
            label: value === 'site' ? t('problem:editor.themeSite') : value,
          }))}
          onChange={(value) => draft.set({ theme: EDITOR_THEMES.find((one) => one === value) ?? theme })}
        />
        <span>{t('problem:editor.fontSize')}</span>
        <Picker
          label={t('problem:editor.fontSize')}
          hiddenLabel
          value={String(fontSize)}
          options={EDITOR_FONT_SIZES.map((value) => ({ value: String(value), label: `${value} px` }))}
          onChange={(value) => draft.set({ fontSize: Number(value) })}
        />
        <span>{t('problem:editor.tabSize')}</span>
        <Segments
          label={t('problem:editor.tabSize')}
          value={String(tabSize)}
          segments={EDITOR_TAB_SIZES.map((value) => ({ value: String(value), label: String(value) }))}
          onChange={(value) => draft.set({ tabSize: Number(value) })}
        />
      </Box>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 4, typography: 'body2', cursor: 'pointer' }}
      >
        <Switch
          checked={dialog}
          onChange={(on) => {
            setDialog(on)
            rememberDialog(!on)
          }}
        />
        {t('problem:dialog.setting')}
      </Box>
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
      <Box sx={{ mt: 4, typography: 'caption', color: 'text.tertiary' }}>{t('problem:editor.kept')}</Box>
    </Modal>
  )
}
