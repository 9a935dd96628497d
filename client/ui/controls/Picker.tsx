import Box from '@mui/material/Box'
import { useId } from 'react'
import { Icon } from './Icon.tsx'

export type PickerOption = { value: string; label: string; disabled?: boolean; group?: string }

/** Adjacent options of one group, under its name if there are several groups. */
function grouped(options: readonly PickerOption[]): [string | undefined, PickerOption[]][] {
  const groups: [string | undefined, PickerOption[]][] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last[0] === option.group) last[1].push(option)
    else groups.push([option.group, [option]])
  }
  return groups
}

const Option = ({ value, label, disabled }: PickerOption) => (
  <option value={value} disabled={disabled}>
    {label}
  </option>
)

/** The options of a native select. */
export const Options = ({ options }: { options: readonly PickerOption[] }) =>
  grouped(options).map(([group, members]) => {
    const listed = members.map((option) => <Option key={option.value} {...option} />)
    return group && members.length > 1 ? (
      <optgroup key={group} label={group}>
        {listed}
      </optgroup>
    ) : (
      listed
    )
  })

type Props = {
  label: string
  hiddenLabel?: boolean
  value: string
  options: readonly PickerOption[]
  onChange: (value: string) => void
  disabled?: boolean
}

/**
 * Compact choice: a button over a native select, which works on phones, with screen readers and keyboards,
 * and needs no code.
 */
export function Picker({ label, hiddenLabel, value, options, onChange, disabled }: Props) {
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
        minWidth: 0,
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
          minWidth: 0,
          textOverflow: 'ellipsis',
          '& option, & optgroup': { bgcolor: 'surface.overlay', color: 'text.primary' },
        }}
      >
        <Options options={options} />
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
