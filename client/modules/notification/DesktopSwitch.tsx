import Box from '@mui/material/Box'
import { useId, useState } from 'react'
import { type DesktopState, desktop, useDesktop } from '../../app/desktopNotes.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

/** Switches notifications of the system on and off; asks the browser for its permission at that moment. */
export function DesktopSwitch() {
  const { t } = useTranslation()
  const id = useId()
  const isOn = useDesktop() === 'on'
  const [refused, setRefused] = useState<Extract<DesktopState, 'denied' | 'missing'> | null>(null)
  const change = async (on: boolean) => {
    const state = on ? await desktop.switchOn() : desktop.switchOff()
    setRefused(state === 'denied' || state === 'missing' ? state : null)
  }
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: { md: 'end' }, typography: 'dense' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <Switch id={id} checked={isOn} onChange={(on) => void change(on)} aria-describedby={`${id}-hint`} />
        <Box component="label" htmlFor={id} sx={{ cursor: 'pointer' }}>
          {t('message:desktop.switch')}
        </Box>
      </Box>
      <Box
        id={`${id}-hint`}
        role={refused ? 'alert' : undefined}
        sx={{ typography: 'caption', color: refused ? 'error.main' : 'text.tertiary', maxWidth: 400 }}
      >
        {t(`message:desktop.${refused ?? 'hint'}`)}
      </Box>
    </Box>
  )
}
