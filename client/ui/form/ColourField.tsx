import Box from '@mui/material/Box'
import type { ComponentProps } from 'react'
import { Field } from '../controls/Field.tsx'
import { useTranslation } from '../useTranslation.ts'

type Props = Omit<ComponentProps<typeof Field>, 'value' | 'onChange' | 'type'> & {
  /** '#rrggbb', or the text typed so far. */
  value: string
  onChange: (value: string) => void
}

const COLOUR = /^#[0-9a-f]{6}$/i

export const isColour = (text: string): boolean => COLOUR.test(text)

/** Colour as text, beside a swatch that opens the native picker. */
export function ColourField({ value, onChange, inputProps, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <Field
      {...rest}
      value={value}
      maxLength={7}
      placeholder="#2657d4"
      inputProps={{ spellCheck: false, autoComplete: 'off', ...inputProps }}
      onChange={(text) => onChange(text.trim())}
      startAdornment={
        <Box
          component="input"
          type="color"
          aria-label={t('ui:form.chooseColour', { label: rest.label })}
          value={isColour(value) ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange(event.target.value)}
          sx={{
            flex: 'none',
            width: 24,
            height: 24,
            p: 0,
            border: 1,
            borderColor: 'line.strong',
            borderRadius: 1,
            bgcolor: 'transparent',
            cursor: 'pointer',
            opacity: isColour(value) ? 1 : 0.4,
            '&::-webkit-color-swatch-wrapper': { p: 0 },
            '&::-webkit-color-swatch': { border: 0, borderRadius: 0.5 },
          }}
        />
      }
    />
  )
}
