import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { Icon } from '../controls/Icon.tsx'
import { useTranslation } from '../useTranslation.ts'
import type { FieldConflict } from './useForm.ts'

type Props = { label: string; conflict: FieldConflict; show?: (value: unknown) => ReactNode }

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : value ? JSON.stringify(value) : ''

/** Conflict note of a field that somebody else changed too: their value, and the choice between both. */
export function ConflictNote({ label, conflict, show = asText }: Props) {
  const { t } = useTranslation()
  const { theirs, take, keep } = conflict
  return (
    <Box
      role="group"
      aria-label={t('ui:form.conflict', { label })}
      sx={{
        mt: 1.5,
        p: 3,
        display: 'grid',
        gap: 2,
        borderRadius: 1,
        border: 1,
        borderColor: 'verdict.TLE.border',
        bgcolor: 'verdict.TLE.bg',
        typography: 'dense',
      }}
    >
      <Box role="status" sx={{ display: 'flex', gap: 1.5, color: 'verdict.TLE.fg', fontWeight: 600 }}>
        <Box component="span" sx={{ pt: 0.5 }}>
          <Icon name="users" size={14} />
        </Box>
        {t('ui:form.theirs')}
      </Box>
      <Box
        sx={{
          maxHeight: 160,
          overflowY: 'auto',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          color: 'text.primary',
        }}
      >
        {show(theirs) || t('ui:form.nothing')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        <Button size="small" onClick={take} aria-label={t('ui:form.takeOf', { label })}>
          {t('ui:form.take')}
        </Button>
        <Button size="small" onClick={keep} aria-label={t('ui:form.keepOf', { label })}>
          {t('ui:form.keep')}
        </Button>
      </Box>
    </Box>
  )
}
