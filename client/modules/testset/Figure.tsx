import Box from '@mui/material/Box'

type Props = {
  label: string
  /** Null when empty. */
  value: number | null
  placeholder?: string
  wrong: boolean
  onChange: (value: number | null) => void
  onEnter?: () => void
}

const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))

/** Plain number input of a row: a full field is too slow in a thousand rows. */
export const Figure = ({ label, value, placeholder, wrong, onChange, onEnter }: Props) => (
  <Box
    component="input"
    value={value === null || Number.isNaN(value) ? '' : String(value)}
    aria-label={label}
    aria-invalid={wrong}
    placeholder={placeholder}
    inputMode="numeric"
    autoComplete="off"
    onChange={(event) => {
      const typed = numberOf(event.target.value)
      if (typed === null || Number.isFinite(typed)) onChange(typed)
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onEnter?.()
    }}
    sx={{
      width: 56,
      height: 28,
      px: 2,
      borderRadius: 1,
      border: 1,
      borderColor: wrong ? 'verdict.WA.fg' : 'line.strong',
      outline: 0,
      bgcolor: 'surface.sunken',
      color: 'text.primary',
      typography: 'dense',
      fontFamily: 'inherit',
      textAlign: 'right',
      '&:focus': { borderColor: 'accent.fg' },
      '&::placeholder': { color: 'text.tertiary', opacity: 1 },
      '@media (forced-colors: active)': { '&:focus': { outline: '2px solid Highlight' } },
    }}
  />
)
