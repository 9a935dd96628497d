import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { NoticeAuditQuery, NoticeAuditQuery$data } from '../../__generated__/NoticeAuditQuery.graphql.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { AuditChanges } from '../audit/AuditChanges.tsx'
import { UserLink } from '../user/UserLink.tsx'

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
                ...UserLink_user
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
              {node.actor ? <UserLink user={node.actor} /> : <b>{t('notice:nobody')}</b>}
              <span>{words(node)}</span>
            </Box>
          </Box>
          <AuditChanges entry={node} />
        </Box>
      ))}
    </Paper>
  )
}
