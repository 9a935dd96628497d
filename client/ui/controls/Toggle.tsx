import Box from '@mui/material/Box'
import { Switch } from './Switch.tsx'

/** Labelled switch. */
export const Toggle = (props: { label: string; on: boolean; onChange: (on: boolean) => void }) => (
  <Box
    component="label"
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1.5,
      minHeight: { xs: 44, md: 32 },
      mr: 2,
      typography: 'dense',
      cursor: 'pointer',
    }}
  >
    <Switch checked={props.on} onChange={props.onChange} />
    {props.label}
  </Box>
)
