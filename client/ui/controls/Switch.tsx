import Box from '@mui/material/Box'
import type { InputHTMLAttributes } from 'react'
import tokens from '../tokens.json'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'color' | 'onChange' | 'role' | 'type'> & {
  checked: boolean
  onChange: (on: boolean) => void
}

/**
 * Forced colours remove fills: the track gets a border, the thumb the text colour, and the checked state the
 * highlight.
 */
const forced = {
  '@media (forced-colors: active)': {
    forcedColorAdjust: 'none',
    bgcolor: 'Canvas',
    border: '1px solid ButtonText',
    '&::before': { inset: 1, bgcolor: 'ButtonText' },
    '&:checked': { bgcolor: 'Highlight' },
    '&:checked::before': { bgcolor: 'HighlightText' },
    '&:disabled': { borderColor: 'GrayText' },
    '&:disabled::before': { bgcolor: 'GrayText' },
  },
}

/** A native checkbox drawn as a switch. */
export const Switch = ({ onChange, ...input }: Props) => (
  <Box
    component="input"
    type="checkbox"
    role="switch"
    {...input}
    onChange={({ target }) => onChange(target.checked)}
    sx={{
      appearance: 'none',
      flex: 'none',
      position: 'relative',
      width: 28,
      height: 16,
      m: 0,
      borderRadius: '8px',
      bgcolor: 'line.strong',
      verticalAlign: 'middle',
      cursor: 'pointer',
      transition: 'background-color 150ms',
      '&::before': {
        content: '""',
        position: 'absolute',
        inset: 2,
        width: 12,
        borderRadius: '50%',
        bgcolor: tokens.palette.light.ink.inverse,
        transition: 'transform 150ms',
      },
      '&:checked': { bgcolor: 'accent.solid' },
      '&:checked::before': { transform: 'translateX(12px)', bgcolor: 'accent.onSolid' },
      '&:disabled': { cursor: 'default' },
      ...forced,
    }}
  />
)
