import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { Options, type PickerOption } from '../controls/Picker.tsx'
import { FieldFrame, type FramedProps, hasNote, noteIdOf } from './FieldFrame.tsx'

type Props<Value extends string> = FramedProps & {
  name?: string
  value: Value
  options: readonly (PickerOption & { value: Value })[]
  disabled?: boolean
  onChange: (value: Value) => void
  onBlur?: () => void
}

/** Native select. */
export function SelectField<Value extends string>(props: Props<Value>) {
  const { name, value, options, disabled, onChange, onBlur, ...frame } = props
  const id = useId()
  const nameOf = (theirs: unknown) => options.find((option) => option.value === theirs)?.label
  return (
    <FieldFrame id={id} show={nameOf} {...frame}>
      <OutlinedInput
        id={id}
        name={name}
        fullWidth
        size="medium"
        disabled={disabled}
        error={Boolean(frame.error)}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        onBlur={onBlur}
        // MUI types `inputComponent` for <input> only.
        inputComponent={'select' as 'input'}
        inputProps={{
          children: <Options options={options} />,
          'aria-label': frame.hiddenLabel ? frame.label : undefined,
          'aria-describedby': hasNote(frame) ? noteIdOf(id) : undefined,
        }}
        endAdornment={
          <Box
            component="span"
            sx={{ display: 'flex', ml: -5, pointerEvents: 'none', color: 'text.tertiary' }}
          >
            <Icon name="down" size={14} />
          </Box>
        }
        sx={{
          '& select': { appearance: 'none', cursor: 'pointer', pr: 6, textOverflow: 'ellipsis' },
          '& option, & optgroup': { bgcolor: 'surface.overlay', color: 'text.primary' },
        }}
      />
    </FieldFrame>
  )
}
