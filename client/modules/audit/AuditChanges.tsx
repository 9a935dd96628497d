import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { AuditChanges_entry$key } from '../../__generated__/AuditChanges_entry.graphql.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { fieldWords } from './fieldWords.ts'

/** Fields that an action changed, with old and new values. */
export function AuditChanges({ entry }: { entry: AuditChanges_entry$key }) {
  const { t } = useTranslation()
  const { changes } = useFragment(
    graphql`
      fragment AuditChanges_entry on AuditEntry {
        changes {
          field
          before
          after
        }
      }
    `,
    entry,
  )
  return changes.map(({ field, before, after }) => (
    <Box
      key={field}
      sx={{
        display: 'grid',
        columnGap: 3,
        rowGap: 1,
        gridTemplateColumns: { xs: 'minmax(0,1fr)', md: '128px minmax(0,1fr) minmax(0,1fr)' },
      }}
    >
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }} title={field}>
        {fieldWords(t, field)}
      </Box>
      <Side name={t('audit:before')} text={before} tone="WA" />
      <Side name={t('audit:after')} text={after} tone="AC" />
    </Box>
  ))
}

type SideProps = { name: string; text: string | null | undefined; tone: 'WA' | 'AC' }

const Side = ({ name, text, tone }: SideProps) => (
  <Box
    role="group"
    aria-label={name}
    tabIndex={0}
    sx={{
      px: 2,
      py: 1,
      maxHeight: 160,
      overflowY: 'auto',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      borderRadius: 1,
      borderLeft: 2,
      borderColor: `verdict.${tone}.solid`,
      bgcolor: 'surface.sunken',
    }}
  >
    {text || '—'}
  </Box>
)
