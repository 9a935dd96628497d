import type { Theme } from '@mui/material/styles'
import type { SystemStyleObject } from '@mui/system'

/** Style of the toasts and notes at the lower edge. */
export const toastLook: SystemStyleObject<Theme> = {
  display: 'flex',
  alignItems: 'center',
  gap: 2.5,
  minHeight: 40,
  maxWidth: { md: 480 },
  pl: 3.5,
  pr: 1.5,
  py: 2,
  borderRadius: 2,
  bgcolor: 'surface.inverse',
  color: 'inverse.fg',
  boxShadow: ({ vars }) => vars.palette.elevation.menu,
  typography: 'dense',
  animation: 'toast-in 220ms cubic-bezier(0,0,0,1)',
  '@keyframes toast-in': { from: { opacity: 0, transform: 'translateY(8px)' } },
}
