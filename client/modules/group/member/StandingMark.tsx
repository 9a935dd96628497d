import Box from '@mui/material/Box'
import { useTranslation } from '../../../ui/useTranslation.ts'
import type { GroupStanding } from '../chips.tsx'

type Standing = 'OWNER' | GroupStanding

const LOOKS = {
  OWNER: { color: 'inverse.fg', bgcolor: 'surface.inverse' },
  ROOT: { color: 'text.primary', bgcolor: 'surface.fill' },
} as const

/** Standing of a person in a group: the owner and roots framed, others as plain text. */
export function StandingMark({ standing }: { standing: Standing }) {
  const { t } = useTranslation()
  const isFramed = standing === 'OWNER' || standing === 'ROOT'
  return (
    <Box
      component="span"
      sx={{
        typography: 'dense',
        whiteSpace: 'nowrap',
        ...(isFramed && {
          ...LOOKS[standing],
          display: 'inline-block',
          px: 1.5,
          borderRadius: 0.67,
          fontWeight: 600,
          ...(standing === 'ROOT' && {
            boxShadow: ({ vars }) => `inset 0 0 0 1px ${vars.palette.line.strong}`,
          }),
        }),
      }}
    >
      {standing === 'OWNER' ? t('group:owner') : t(`group:standing.${standing}`)}
    </Box>
  )
}
