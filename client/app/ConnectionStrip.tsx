import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../relay/connection.ts'
import { Icon } from '../ui/Icon.tsx'

/** Says on every page that the line is away, for as long as it is, without covering anything one presses. */
export function ConnectionStrip() {
  const { t } = useTranslation()
  const state = useConnection()
  return (
    <Box
      role="status"
      sx={{
        position: 'fixed',
        insetInline: 0,
        top: { xs: 56, md: 60 },
        zIndex: 'snackbar',
        display: 'flex',
        justifyContent: 'center',
        px: 4,
        pointerEvents: 'none',
      }}
    >
      {state !== 'live' && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            px: 3,
            py: 1.5,
            borderRadius: 4,
            bgcolor: 'surface.inverse',
            color: 'inverse.fg',
            boxShadow: ({ vars }) => vars.palette.elevation.menu,
            typography: 'dense',
          }}
        >
          <Icon name={state === 'offline' ? 'alert' : 'arc'} spin={state === 'reconnecting'} />
          {t(`app:connection.${state}`)}
        </Box>
      )}
    </Box>
  )
}
