import Box from '@mui/material/Box'
import { useNavigation } from 'react-router-dom'
import { useConnection } from '../relay/list/connection.ts'
import { useIsPending } from '../relay/pending.tsx'

/** Thin bar at the top while a page loads; delayed, so that fast pages never show it. */
export function ProgressBar() {
  const { state } = useNavigation()
  const pending = useIsPending()
  const connection = useConnection()
  if ((state === 'idle' && !pending) || connection === 'offline') return null
  return (
    <Box
      aria-hidden
      sx={{
        position: 'fixed',
        insetInline: 0,
        top: 0,
        height: 2,
        zIndex: 'tooltip',
        bgcolor: 'accent.fg',
        transformOrigin: 'left',
        animation: 'progress 8s cubic-bezier(0,.7,.2,1) 100ms both',
        '@keyframes progress': { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(.94)' } },
      }}
    />
  )
}
