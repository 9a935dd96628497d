import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'

type Props = {
  /** What happened. */
  title: string
  /** The only content of the page. */
  main?: boolean
  text?: string
  /** Label of the retry button. */
  retry?: string
  onRetry?: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** Error with its consequence and the next step. */
export function ErrorState({ title, main, text, retry, onRetry, children }: Props) {
  return (
    <Paper
      variant="outlined"
      role="alert"
      sx={{ p: 4.5, display: 'flex', gap: 2.5, alignItems: 'flex-start' }}
    >
      <Box sx={{ color: 'verdict.WA.fg', pt: 0.75 }}>
        <Icon name="alert" size={18} />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box component={main ? 'h1' : 'h2'} sx={{ typography: 'h3' }}>
          {title}
        </Box>
        {text && <Box sx={{ typography: 'dense', color: 'text.secondary', mt: 0.5 }}>{text}</Box>}
        {(onRetry || children) && (
          <Box sx={{ display: 'flex', gap: 2, mt: 3, flexWrap: 'wrap' }}>
            {onRetry && (
              <Button variant="contained" color="primary" startIcon={<Icon name="retry" />} onClick={onRetry}>
                {retry}
              </Button>
            )}
            {children}
          </Box>
        )}
      </Box>
    </Paper>
  )
}
