import Box from '@mui/material/Box'
import { useTranslation } from '../../ui/useTranslation.ts'

export type GroupStanding = 'APPLIED' | 'REFUSED' | 'MEMBER' | 'ADMIN' | 'ROOT'

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
