import Box from '@mui/material/Box'
import type { SxProps, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import tokens from '../tokens.json'
import { Icon, type IconName } from './Icon.tsx'

/** The look of MUI's text field without its code. */
const frame: SxProps<Theme> = ({ vars }) => {
  const ring = (colour: string, width: number) => ({ boxShadow: `inset 0 0 0 ${width}px ${colour}` })
  return {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    height: tokens.spacing.control.medium,
    px: 2.5,
    cursor: 'text',
    borderRadius: 1,
    bgcolor: 'surface.main',
    color: 'text.tertiary',
    ...ring(vars.palette.line.strong, 1),
    '&:hover': ring(vars.palette.text.tertiary, 1),
    '&:focus-within': ring(vars.palette.line.focus, 2),
    // Box shadows are removed in forced colours.
    '@media (forced-colors: active)': {
      border: '1px solid',
      '&:focus-within': { outline: '2px solid Highlight' },
    },
    '&:has(:disabled)': { bgcolor: 'surface.sunken', cursor: 'default' },
    '& input': {
      flex: 1,
      minWidth: 0,
      p: 0,
      border: 0,
      outline: 'none',
      bgcolor: 'transparent',
      color: 'text.primary',
      font: 'inherit',
      fontSize: 13,
      '&::placeholder': { color: 'text.tertiary', opacity: 1 },
      '&:disabled': { color: 'text.disabled' },
    },
  }
}

type Props = {
  icon?: IconName
  /** The <input>, with its accessible name. */
  children: ReactNode
}

/** Frame with an icon around a search <input>. */
export const SearchInput = ({ icon = 'search', children }: Props) => (
  <Box component="label" sx={frame}>
    <Icon name={icon} />
    {children}
  </Box>
)
