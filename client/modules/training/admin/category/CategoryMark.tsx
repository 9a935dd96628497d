import Box from '@mui/material/Box'
import { ColourDot } from '../../../../ui/text/ColourDot.tsx'

/** Name of a category beside its colour. */
export const CategoryMark = ({ name, color }: { name: string; color: string }) => (
  <Box
    component="span"
    title={name}
    sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, maxWidth: 160, verticalAlign: 'middle' }}
  >
    <ColourDot color={color} />
    <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
      {name}
    </Box>
  </Box>
)
