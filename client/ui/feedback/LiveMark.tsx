import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useTranslation } from '../useTranslation.ts'

type Props = {
  state: 'live' | 'reconnecting' | 'offline'
  /** Hidden while connected. */
  quiet?: boolean
}

/** How long 'reconnected' is shown (ms). */
const GLAD = 2500

/** Mark for live content: connected, or reconnecting. */
export function LiveMark({ state, quiet }: Props) {
  const { t } = useTranslation()
  const [glad, setGlad] = useState(false)
  const before = useRef(state)

  useEffect(() => {
    const returned = before.current !== 'live' && state === 'live'
    before.current = state
    setGlad(returned)
    if (!returned) return
    const timer = setTimeout(() => setGlad(false), GLAD)
    return () => clearTimeout(timer)
  }, [state])

  const pill = {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    height: 24,
    px: 2.5,
    borderRadius: 3,
    typography: 'caption',
    fontWeight: 500,
    whiteSpace: 'nowrap',
  }
  return (
    <Box component="span" role="status" sx={{ display: 'inline-flex' }}>
      {state !== 'live' ? (
        <Box component="span" sx={{ ...pill, bgcolor: 'surface.fill', color: 'text.secondary' }}>
          <Icon name="arc" size={14} spin={state === 'reconnecting'} />
          {t(`ui:live.${state}`)}
        </Box>
      ) : glad ? (
        <Box component="span" sx={{ ...pill, bgcolor: 'verdict.AC.bg', color: 'verdict.AC.fg' }}>
          <Icon name="check" size={14} />
          {t('ui:live.caughtUp')}
        </Box>
      ) : quiet ? null : (
        <Box component="span" sx={{ ...pill, px: 0, gap: 1, fontWeight: 600, color: 'contest.running.fg' }}>
          <Icon name="live" size={14} />
          {t('ui:live.on')}
        </Box>
      )}
    </Box>
  )
}
