import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'

type Props = {
  id: string
  title: string
  /** Minimum height (px), for panels side by side. */
  minHeight?: number
  children: ReactNode
}

/** Framed section of a page; `id` is the id of its heading. */
export const Panel = ({ id, title, minHeight, children }: Props) => (
  <Paper
    component="section"
    aria-labelledby={id}
    variant="outlined"
    sx={{ p: 4, display: 'flex', flexDirection: 'column', minHeight: { md: minHeight }, minWidth: 0 }}
  >
    <Box component="h2" id={id} sx={{ typography: 'h2', mb: 3 }}>
      {title}
    </Box>
    {children}
  </Paper>
)
