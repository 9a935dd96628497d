import Box from '@mui/material/Box'
import { useConnection } from '../relay/list/connection.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { useTranslation } from '../ui/useTranslation.ts'
import { toastLook } from './toastLook.ts'

/** Note about a lost connection, shown on every page above the toasts while the server is out of reach. */
export function ConnectionNote() {
  const { t } = useTranslation()
  const state = useConnection()
  return (
    <Box role="status" sx={{ pointerEvents: 'none' }}>
      {state !== 'live' && (
        <Box sx={{ ...toastLook, pr: 3.5 }}>
          <Icon name={state === 'offline' ? 'alert' : 'arc'} spin={state === 'reconnecting'} />
          {t(`app:connection.${state}`)}
        </Box>
      )}
    </Box>
  )
}
