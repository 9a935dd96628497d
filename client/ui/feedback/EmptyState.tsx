import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

const BARS = Array.from({ length: 16 }, (_, bar) => bar)

type Props = {
  /** What is missing. */
  title: string
  text?: string
  /** The next step; at most one primary button. */
  children?: ReactNode
}

/** Empty state of a list or page: an empty test bar, a title and the next step. */
export function EmptyState({ title, text, children }: Props) {
  return (
    <Box sx={{ px: 6, py: 7, textAlign: 'center' }}>
      <Box aria-hidden sx={{ display: 'flex', gap: 0.5, width: 140, mx: 'auto', mb: 3.5 }}>
        {BARS.map((bar) => (
          <Box key={bar} sx={{ flex: 1, height: 4, borderRadius: 0.5, bgcolor: 'line.default' }} />
        ))}
      </Box>
      <Box component="h2" sx={{ typography: 'h3' }}>
        {title}
      </Box>
      {text && (
        <Box component="p" sx={{ typography: 'body2', color: 'text.secondary', mt: 1 }}>
          {text}
        </Box>
      )}
      {children && <Box sx={{ display: 'flex', justifyContent: 'center', gap: 2, mt: 3.5 }}>{children}</Box>}
    </Box>
  )
}
