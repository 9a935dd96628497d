import Box from '@mui/material/Box'
import { type ComponentProps, useEffect, useState } from 'react'
import { Field } from '../controls/Field.tsx'

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'type'> & {
  /** Null for an empty field; NaN for invalid text. */
  value: number | null
  onChange: (value: number | null) => void
  /** Unit, such as 'ms'. */
  unit?: string
}

const textOf = (value: number | null) => (value === null || Number.isNaN(value) ? '' : String(value))
/** Input methods write wide digits. */
function numberOf(text: string) {
  const plain = text.normalize('NFKC').trim()
  return plain === '' ? null : Number(plain.replace(',', '.'))
}

/** Number field that keeps the typed text, so that invalid input stays visible. */
export function NumberField({ value, onChange, unit, inputProps, ...rest }: Props) {
  const [text, setText] = useState(textOf(value))

  // An outside value replaces the typed text, unless both are the same number.
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
          <Box component="span" sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}>
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
