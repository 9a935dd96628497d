import Box from '@mui/material/Box'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'
import { FieldFrame, type FramedProps, hasNote, noteIdOf } from '../form/FieldFrame.tsx'

type Props = Omit<OutlinedInputProps, 'error' | 'label' | 'onChange' | 'size'> &
  FramedProps & {
    onChange?: (value: string) => void
    /** 32 px in a row of filters, 40 px in a form. */
    size?: 'small' | 'medium'
    /** Right of the field, such as a button that sends a code. */
    aside?: ReactNode
    maxLength?: number
  }

/** Labelled text field, `multiline` for several lines. */
export function Field(props: Props) {
  const { label, hiddenLabel, required, error, hint, good, conflict, taken, ...own } = props
  const { onChange, size = 'medium', aside, maxLength, inputProps, ...rest } = own
  const id = useId()
  const frame = { label, hiddenLabel, required, error, hint, good, conflict, taken }
  return (
    <FieldFrame id={id} {...frame}>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <OutlinedInput
          id={id}
          fullWidth
          size={size}
          required={required}
          error={Boolean(error)}
          onChange={(event) => onChange?.(event.target.value)}
          inputProps={{
            ...inputProps,
            maxLength,
            'aria-label': hiddenLabel ? label : undefined,
            'aria-describedby': hasNote(frame) ? noteIdOf(id) : undefined,
          }}
          {...rest}
        />
        {aside}
      </Box>
    </FieldFrame>
  )
}
