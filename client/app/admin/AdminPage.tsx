import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  /** Beside the title, such as the name of what is edited. */
  note?: ReactNode
  /** Buttons at the right end of the title's line. */
  actions?: ReactNode
  children: ReactNode
}

/** The inside of every page of the administration: its heading, what can be done, and the rest below. */
export const AdminPage = ({ title, note, actions, children }: Props) => (
  <Box sx={{ maxWidth: 1288, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 5 } }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 4, minHeight: 32 }}>
      <Box component="h1" sx={{ typography: 'h1' }}>
        {title}
      </Box>
      {note && <Box sx={{ typography: 'h1', fontWeight: 400, color: 'text.tertiary' }}>{note}</Box>}
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: 'auto' }}>{actions}</Box>}
    </Box>
    {children}
  </Box>
)
