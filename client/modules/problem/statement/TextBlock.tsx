import Box from '@mui/material/Box'

type Props = { text: string; label?: string }

/** Output of a program or compiler, unchanged. */
export const TextBlock = ({ text, label }: Props) => (
  <Box sx={{ minWidth: 0 }}>
    {label && <Box sx={{ typography: 'caption', color: 'text.tertiary', mb: 0.5 }}>{label}</Box>}
    <Box
      component="pre"
      tabIndex={0}
      sx={{
        m: 0,
        px: 3,
        py: 2,
        maxHeight: 260,
        overflow: 'auto',
        typography: 'code',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        bgcolor: 'surface.sunken',
        borderRadius: 1,
      }}
    >
      {text}
    </Box>
  </Box>
)
