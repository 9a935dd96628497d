import Box from '@mui/material/Box'
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { type ReactNode, useId } from 'react'
import { Icon } from './Icon.tsx'

type Props = Omit<OutlinedInputProps, 'error' | 'label' | 'onChange' | 'size'> & {
  label: string
  hiddenLabel?: boolean
  /** Words under the field: what is wrong. */
  error?: string | null
  /** Words under the field while nothing is wrong. */
  hint?: ReactNode
  /** The value was checked and is fine; the hint gets a tick. */
  good?: boolean
  onChange?: (value: string) => void
  /** 32 px in a row of filters, 40 px in a form. */
  size?: 'small' | 'medium'
  /** Beside the field, such as a button that sends a code. */
  aside?: ReactNode
  maxLength?: number
}

/** A field with its label above, and under it what is wrong with it. */
export function Field(props: Props) {
  const {
    label,
    hiddenLabel = false,
    error,
    hint,
    good = false,
    onChange,
    size = 'medium',
    aside,
    maxLength,
    inputProps,
    ...rest
  } = props
  const id = useId()
  const note = error || hint
  return (
    <Box sx={{ minWidth: 0 }}>
      {!hiddenLabel && (
        <Box component="label" htmlFor={id} sx={{ display: 'block', typography: 'button', mb: 1 }}>
          {label}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2 }}>
        <OutlinedInput
          id={id}
          fullWidth
          size={size}
          error={Boolean(error)}
          onChange={(event) => onChange?.(event.target.value)}
          inputProps={{
            ...inputProps,
            maxLength,
            'aria-label': hiddenLabel ? label : undefined,
            'aria-describedby': note ? `${id}-note` : undefined,
          }}
          {...rest}
        />
        {aside}
      </Box>
      {note && (
        <Box
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            mt: 1,
            typography: 'caption',
            color: error ? 'verdict.WA.fg' : 'text.tertiary',
          }}
        >
          {error ? <Icon name="alert" size={14} /> : good ? <Icon name="check" size={14} /> : null}
          {note}
        </Box>
      )}
    </Box>
  )
}
