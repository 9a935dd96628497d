import Box from '@mui/material/Box'
import { type ComponentProps, useEffect, useState } from 'react'
import { Field } from '../controls/Field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'type'> & {
  /** Null while the field is empty; NaN for what is not a number. */
  value: number | null
  onChange: (value: number | null) => void
  /** What the number counts, such as 'ms'. */
  unit?: string
}

const textOf = (value: number | null) => (value === null || Number.isNaN(value) ? '' : String(value))
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

/** A number, typed as text so that what is not a number stays in sight. */
export function NumberField({ value, onChange, unit, inputProps, ...rest }: Props) {
  const [text, setText] = useState(textOf(value))

  // A value from elsewhere replaces what was typed, unless that says the same.
  useEffect(() => {
    setText((typed) => (Object.is(numberOf(typed), value) ? typed : textOf(value)))
  }, [value])

  return (
    <Field
      {...rest}
      value={text}
      inputProps={{ inputMode: 'decimal', autoComplete: 'off', ...inputProps }}
      endAdornment={
        unit && (
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {unit}
          </Box>
        )
      }
      onChange={(typed) => {
        setText(typed)
        onChange(numberOf(typed))
      }}
    />
  )
}
