/** Marks of a group: how users join, the role of a member. */
import Box from '@mui/material/Box'
import { AccessMark } from '../../ui/text/AccessMark.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'

export type GroupAccess = 'PUBLIC' | 'APPLICATION' | 'CODE'
export type GroupStanding = 'APPLIED' | 'REFUSED' | 'MEMBER' | 'ADMIN' | 'ROOT'

const MARKS = { PUBLIC: 'PUBLIC', APPLICATION: 'PROTECTED', CODE: 'PRIVATE' } as const

/** How users join a group. */
export function GroupAccessMark({ access }: { access: GroupAccess }) {
  const { t } = useTranslation()
  return <AccessMark access={MARKS[access]}>{t(`group:access.${access}`)}</AccessMark>
}

/** Own standing in a group, or that of its owner. */
export function StandingChip({ standing, isOwner }: { standing: GroupStanding; isOwner: boolean }) {
  const { t } = useTranslation()
  return <Chip>{isOwner ? t('group:owner') : t(`group:standing.${standing}`)}</Chip>
}

/** Small grey mark, such as `Hidden`. */
export const Chip = ({ children }: { children: string }) => (
  <Box
    component="span"
    sx={{
      px: 1.5,
      borderRadius: 1,
      typography: 'caption',
      fontWeight: 500,
      whiteSpace: 'nowrap',
      color: 'text.secondary',
      bgcolor: 'surface.fill',
    }}
  >
    {children}
  </Box>
)
