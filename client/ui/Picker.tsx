import Box from '@mui/material/Box'
import { useId } from 'react'
import { Icon } from './Icon.tsx'

export type PickerOption = { value: string; label: string; disabled?: boolean }

type Props = {
  label: string
  hiddenLabel?: boolean
  value: string
  options: readonly PickerOption[]
  onChange: (value: string) => void
  disabled?: boolean
}

/**
 * One of a few: a button that says what is chosen of what. The list is the platform's own, which reads well on a
 * phone, to a screen reader and from a keyboard, and costs no code.
 */
export function Picker({ label, hiddenLabel = false, value, options, onChange, disabled = false }: Props) {
  const id = useId()
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'inline-flex',
        alignItems: 'center',
        height: 32,
        typography: 'dense',
        border: 1,
        borderColor: 'line.strong',
        borderRadius: 1,
        bgcolor: 'surface.main',
        opacity: disabled ? 0.6 : 1,
        '&:hover': { borderColor: 'text.tertiary' },
        '&:focus-within': { outline: '2px solid', outlineColor: 'line.focus', outlineOffset: -1 },
      }}
    >
      {!hiddenLabel && (
        <Box component="label" htmlFor={id} sx={{ pl: 2.5, color: 'text.tertiary', whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      )}
      <Box
        component="select"
        id={id}
        aria-label={hiddenLabel ? label : undefined}
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        sx={{
          appearance: 'none',
          height: '100%',
          pl: hiddenLabel ? 2.5 : 1.5,
          pr: 7,
          border: 0,
          outline: 0,
          font: 'inherit',
          color: 'text.primary',
          background: 'transparent',
          cursor: 'pointer',
          maxWidth: 220,
          textOverflow: 'ellipsis',
          '& option': { bgcolor: 'surface.overlay', color: 'text.primary' },
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </Box>
      <Box
        sx={{
          position: 'absolute',
          right: 8,
          display: 'flex',
          color: 'text.tertiary',
          pointerEvents: 'none',
        }}
      >
        <Icon name="down" size={14} />
      </Box>
    </Box>
  )
}
