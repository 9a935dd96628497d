import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'

/** The server's error for the whole form, shown until the next attempt. */
export const FormAlert = ({ children }: { children: ReactNode }) => (
  <Box
    role="alert"
    sx={{
      display: 'flex',
      gap: 2,
      px: 3,
      py: 2,
      borderRadius: 1,
      typography: 'dense',
      color: 'verdict.WA.fg',
      bgcolor: 'verdict.WA.bg',
      '& svg': { mt: 0.5 },
    }}
  >
    <Icon name="alert" />
    <span>{children}</span>
  </Box>
)
