import Box from '@mui/material/Box'

/** A colour that an administrator chose, as a dot: readable text in any colour cannot be promised. */
export const ColourDot = ({ color }: { color: string }) => (
  <Box
    component="i"
    aria-hidden
    style={{ backgroundColor: color }}
    sx={{ flex: 'none', width: 6, height: 6, borderRadius: '50%', forcedColorAdjust: 'none' }}
  />
)
