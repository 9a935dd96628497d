/** Where a contest stands and who takes part, as marks: an icon in colour, the word in ink. */
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'

const STATUS = {
  SCHEDULED: { icon: 'calendar', color: 'contest.scheduled.fg' },
  RUNNING: { icon: 'live', color: 'contest.running.fg' },
  ENDED: { icon: 'flag', color: 'contest.ended.fg' },
} as const
const ACCESS = {
  PUBLIC: { icon: 'globe', color: 'access.public.fg' },
  PRIVATE: { icon: 'lock', color: 'access.private.fg' },
  PROTECTED: { icon: 'shield', color: 'access.protected.fg' },
} as const

const Mark = ({ icon, color, children }: { icon: IconName; color: string; children: ReactNode }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, whiteSpace: 'nowrap' }}>
    <Box component="span" sx={{ display: 'flex', color }}>
      <Icon name={icon} size={14} />
    </Box>
    {children}
  </Box>
)

export function StatusMark({ status }: { status: keyof typeof STATUS }) {
  const { t } = useTranslation()
  return <Mark {...STATUS[status]}>{t(`organising:status.${status}`)}</Mark>
}

export function AccessMark({ access }: { access: keyof typeof ACCESS }) {
  const { t } = useTranslation()
  return <Mark {...ACCESS[access]}>{t(`organising:access.${access}`)}</Mark>
}
