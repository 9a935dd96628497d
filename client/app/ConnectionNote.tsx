import Box from '@mui/material/Box'
import { useConnection } from '../relay/list/connection.ts'
import { Icon } from '../ui/controls/Icon.tsx'
import { useTranslation } from '../ui/useTranslation.ts'
import { toastLook } from './toastLook.ts'

/** Says on every page that the line is away, for as long as it is; it stands among the toasts, below what one reads. */
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
