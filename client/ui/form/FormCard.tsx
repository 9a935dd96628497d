import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  /** Under the title. */
  text?: ReactNode
  /** Right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** Card with related fields. */
export function FormCard({ title, text, aside, children }: Props) {
  const id = useId()
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={{ p: 4, display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0,1fr)', alignContent: 'start' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        <Box component="h2" id={id} sx={{ typography: 'h3' }}>
          {title}
        </Box>
        {text && <Box sx={{ typography: 'dense', color: 'text.secondary' }}>{text}</Box>}
        {aside && <Box sx={{ ml: 'auto' }}>{aside}</Box>}
      </Box>
      {children}
    </Paper>
  )
}

/** Fields in columns where there is room. */
export const FormGrid = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 4,
      alignItems: 'start',
      gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: 'repeat(2, minmax(0,1fr))' },
    }}
  >
    {children}
  </Box>
)
