import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

type Props = {
  title: ReactNode
  /** Beside the title, such as the name of the edited row. */
  note?: ReactNode
  /** Buttons right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** Layout of an administration page: title, actions and content. */
export const AdminPage = ({ title, note, actions, children }: Props) => (
  <Box sx={{ maxWidth: 1288, mx: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 5 } }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 4, minHeight: 32 }}>
      <Box component="h1" sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>
        {title}
      </Box>
      {note && (
        <Box sx={{ typography: 'h1', fontWeight: 400, color: 'text.tertiary', overflowWrap: 'anywhere' }}>
          {note}
        </Box>
      )}
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, ml: 'auto' }}>{actions}</Box>}
    </Box>
    {children}
  </Box>
)
