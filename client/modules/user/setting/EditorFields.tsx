import Box from '@mui/material/Box'
import { EDITOR_FONT_SIZES, EDITOR_TAB_SIZES, EDITOR_THEMES } from '#server/shared/editorChoices.ts'
import { Picker } from '../../../ui/controls/Picker.tsx'
import { Segments } from '../../../ui/controls/Segments.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

type Look = { theme: string; fontSize: number; tabSize: number }

type Props = {
  look: Look
  /** Whether a dialog tells the verdict. */
  dialog: boolean
  onChange: (change: Partial<Look>) => void
  onDialog: (on: boolean) => void
}

/** Choices of the code editor; each applies at once. */
export function EditorFields({ look, dialog, onChange, onDialog }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 3, alignItems: 'center' }}>
        <span>{t('setting:editor.theme')}</span>
        <Picker
          label={t('setting:editor.theme')}
          hiddenLabel
          value={look.theme}
          options={EDITOR_THEMES.map((value) => ({
            value,
            label: value === 'site' ? t('setting:editor.themeSite') : value,
          }))}
          onChange={(theme) => onChange({ theme })}
        />
        <span>{t('setting:editor.fontSize')}</span>
        <Picker
          label={t('setting:editor.fontSize')}
          hiddenLabel
          value={String(look.fontSize)}
          options={EDITOR_FONT_SIZES.map((value) => ({ value: String(value), label: `${value} px` }))}
          onChange={(value) => onChange({ fontSize: Number(value) })}
        />
        <span>{t('setting:editor.tabSize')}</span>
        <Segments
          label={t('setting:editor.tabSize')}
          value={String(look.tabSize)}
          segments={EDITOR_TAB_SIZES.map((value) => ({ value: String(value), label: String(value) }))}
          onChange={(value) => onChange({ tabSize: Number(value) })}
        />
      </Box>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 4, typography: 'body2', cursor: 'pointer' }}
      >
        <Switch checked={dialog} onChange={onDialog} />
        {t('setting:editor.dialog')}
      </Box>
    </>
  )
}
