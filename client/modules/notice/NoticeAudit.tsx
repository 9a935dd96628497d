import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { NoticeAuditQuery, NoticeAuditQuery$data } from '../../__generated__/NoticeAuditQuery.graphql.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { AuditChanges } from '../audit/AuditChanges.tsx'

const MOST = 50

type Entry = NonNullable<NoticeAuditQuery$data['auditEntries']>['edges'][number]['node']

/** Audit entries of a notice, newest first. */
export function NoticeAudit({ id, attempt }: { id: string; attempt: string }) {
  const { t } = useTranslation()
  const { auditEntries } = useLazyLoadQuery<NoticeAuditQuery>(
    graphql`
      query NoticeAuditQuery($subject: String!, $first: Int!) {
        auditEntries(subject: $subject, first: $first) {
          edges {
            node {
              id
              action
              createdAt
              actor {
                username
              }
              ...AuditChanges_entry
            }
          }
        }
      }
    `,
    // A decoded global id, type and number, is the audit's subject.
    { subject: atob(id), first: MOST },
    { fetchPolicy: 'store-and-network', fetchKey: attempt },
  )
  const words = ({ action }: Entry) =>
    action === 'SITE_NOTICE_CREATED' ? t('notice:audit.created') : t('notice:audit.changed')
  return (
    <Paper variant="outlined" component="ol" sx={{ mt: 2, px: 4, typography: 'dense' }}>
      {auditEntries?.edges.map(({ node }) => (
        <Box
          key={node.id}
          component="li"
          sx={{ py: 3, display: 'grid', gap: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
            <Box component="span" sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
              {formatDateTime(node.createdAt)}
            </Box>
            <span>
              <b>{node.actor?.username ?? t('notice:nobody')}</b> {words(node)}
            </span>
          </Box>
          <AuditChanges entry={node} />
        </Box>
      ))}
    </Paper>
  )
}
