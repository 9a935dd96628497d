import Box from '@mui/material/Box'
import { Icon, type IconName } from '../controls/Icon.tsx'

export type Access = 'PUBLIC' | 'PRIVATE' | 'PROTECTED'

const ACCESSES = {
  PUBLIC: { key: 'public', icon: 'globe' },
  PRIVATE: { key: 'private', icon: 'lock' },
  PROTECTED: { key: 'protected', icon: 'shield' },
} as const satisfies Record<Access, { key: string; icon: IconName }>

/** Access of a contest or training, as an icon and a word; only the icon is coloured. */
export function AccessMark({ access, children }: { access: Access; children: string }) {
  const { key, icon } = ACCESSES[access]
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.25,
        whiteSpace: 'nowrap',
        typography: 'dense',
        color: 'text.secondary',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: `access.${key}.fg` }}>
        <Icon name={icon} size={14} />
      </Box>
      {children}
    </Box>
  )
}
