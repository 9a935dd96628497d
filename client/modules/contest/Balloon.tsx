import Box from '@mui/material/Box'

/** Balloon colour of a problem, outlined in both themes; the letter beside it names the problem. */
export const Balloon = ({ color }: { color: string | null | undefined }) => (
  <Box
    component="i"
    aria-hidden
    sx={{
      flex: 'none',
      width: 10,
      height: 12,
      borderRadius: '50%',
      boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.line.strong}`,
      bgcolor: color ?? 'transparent',
    }}
  />
)
