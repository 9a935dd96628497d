import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { Translator } from '../../../../locales/phrases.ts'
import type {
  AuditLines_entry$data,
  AuditLines_entry$key,
} from '../../../__generated__/AuditLines_entry.graphql.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { UserLink } from '../../user/UserLink.tsx'
import { VerdictChange } from './VerdictChange.tsx'

type Entry = AuditLines_entry$data[number]

/** Words of each action; other actions show their own name. */
const ACTION_WORDS: Readonly<Partial<Record<Entry['action'], (t: Translator, count: number) => string>>> = {
  SUBMISSION_REJUDGED: (t) => t('judging:audit.rejudged'),
  SUBMISSION_CORRECTED: (t) => t('judging:audit.corrected'),
  SUBMISSION_CANCELLED: (t) => t('judging:audit.cancelled'),
  REJUDGING_STARTED: (t, count) => t('judging:audit.started', { count }),
  REJUDGING_STOPPED: (t, count) => t('judging:audit.stopped', { count }),
}

/** Audit entries: who changed what and when, before and after. */
export function AuditLines({ entries }: { entries: AuditLines_entry$key }) {
  const { t } = useTranslation()
  const lines = useFragment(
    graphql`
      fragment AuditLines_entry on AuditEntry @relay(plural: true) {
        id
        action
        createdAt
        actor {
          ...UserLink_user
        }
        before {
          state
          verdict
          score
        }
        after {
          state
          verdict
          score
        }
        reason
        count
      }
    `,
    entries,
  )
  const words = ({ action, count }: Entry) => ACTION_WORDS[action]?.(t, count ?? 0) ?? action
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {lines.map((entry) => (
        <Box
          component="li"
          key={entry.id}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 3,
            rowGap: 1,
            py: 2,
            typography: 'dense',
            borderTop: 1,
            borderColor: 'divider',
            '&:first-of-type': { borderTop: 0 },
          }}
        >
          <Box component="span" sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
            {formatDateTime(entry.createdAt)}
          </Box>
          <Box
            component="span"
            sx={{
              display: 'inline-flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              columnGap: 1.5,
              minWidth: 0,
            }}
          >
            {entry.actor ? <UserLink user={entry.actor} /> : <b>{t('judging:audit.somebody')}</b>}
            <span>{words(entry)}</span>
          </Box>
          {entry.before && entry.after && <VerdictChange before={entry.before} after={entry.after} />}
          {entry.reason && (
            <Box component="span" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {t('judging:audit.reason', { reason: entry.reason })}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
