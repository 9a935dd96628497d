/** Marks of a contest, an icon and a word each: status, access, type. */
import Box from '@mui/material/Box'
import { Icon, type IconName } from '../../ui/controls/Icon.tsx'
import { type Access, AccessMark } from '../../ui/text/AccessMark.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

type Status = 'SCHEDULED' | 'RUNNING' | 'ENDED'

const STATUSES = {
  SCHEDULED: { key: 'scheduled', icon: 'calendar' },
  RUNNING: { key: 'running', icon: 'live' },
  ENDED: { key: 'ended', icon: 'flag' },
} as const satisfies Record<Status, { key: string; icon: IconName }>

const mark = { display: 'inline-flex', alignItems: 'center', gap: 1.25, whiteSpace: 'nowrap' } as const

/** Status of a contest. */
export function ContestStatusMark({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { key, icon } = STATUSES[status]
  return (
    <Box
      component="span"
      sx={{
        ...mark,
        height: 22,
        px: 2,
        borderRadius: 0.67,
        typography: 'caption',
        fontWeight: 600,
        color: `contest.${key}.fg`,
        bgcolor: `contest.${key}.bg`,
      }}
    >
      <Icon name={icon} size={14} />
      {t(`contest:status.${status}`)}
    </Box>
  )
}

/** Access of a contest. */
export function ContestAccessMark({ access }: { access: Access }) {
  const { t } = useTranslation()
  return <AccessMark access={access}>{t(`contest:access.${access}`)}</AccessMark>
}

/** ACM or OI. */
export const ContestTypeMark = ({ type }: { type: string }) => (
  <Box component="span" sx={{ typography: 'code', fontSize: 12, color: 'text.tertiary' }}>
    {type}
  </Box>
)
