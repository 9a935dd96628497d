import Box from '@mui/material/Box'

/** Dot in a colour chosen by an administrator; text in any colour might not be readable. */
export const ColourDot = ({ color }: { color: string }) => (
  <Box
    component="i"
    aria-hidden
    style={{ backgroundColor: color }}
    sx={{ flex: 'none', width: 6, height: 6, borderRadius: '50%', forcedColorAdjust: 'none' }}
  />
)
