import Box from '@mui/material/Box'
import { EDITOR_FONT_SIZES, EDITOR_TAB_SIZES, EDITOR_THEMES } from '#server/shared/editorChoices.ts'
import { Picker } from '../controls/Picker.tsx'
import { Segments } from '../controls/Segments.tsx'
import { Switch } from '../controls/Switch.tsx'

type Look = { theme: string; fontSize: number; tabSize: number }

type Props = {
  labels: Record<'theme' | 'themeSite' | 'fontSize' | 'tabSize' | 'dialog', string>
  look: Look
  /** Whether a dialog tells the verdict. */
  dialog: boolean
  onChange: (change: Partial<Look>) => void
  onDialog: (on: boolean) => void
}

/** Choices of the code editor; each applies at once. */
export const EditorFields = ({ labels, look, dialog, onChange, onDialog }: Props) => (
  <>
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 3, alignItems: 'center' }}>
      <span>{labels.theme}</span>
      <Picker
        label={labels.theme}
        hiddenLabel
        value={look.theme}
        options={EDITOR_THEMES.map((value) => ({
          value,
          label: value === 'site' ? labels.themeSite : value,
        }))}
        onChange={(theme) => onChange({ theme })}
      />
      <span>{labels.fontSize}</span>
      <Picker
        label={labels.fontSize}
        hiddenLabel
        value={String(look.fontSize)}
        options={EDITOR_FONT_SIZES.map((value) => ({ value: String(value), label: `${value} px` }))}
        onChange={(value) => onChange({ fontSize: Number(value) })}
      />
      <span>{labels.tabSize}</span>
      <Segments
        label={labels.tabSize}
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
      {labels.dialog}
    </Box>
  </>
)
