import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { AuditPageQuery, AuditPageQuery$data } from '../../__generated__/AuditPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import { useAdministrationLive } from '../../app/admin/useAdministrationLive.ts'
import { useFilter } from '../../relay/list/useFilter.ts'
import type { PageProps } from '../../relay/page.tsx'
import { SearchField } from '../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../ui/layout/ListFrame.tsx'
import { Pager } from '../../ui/layout/Pager.tsx'
import { formatDateTime, formatList } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { UserLink } from '../user/UserLink.tsx'
import { AuditChanges } from './AuditChanges.tsx'
import { auditList, subjectHref } from './auditList.ts'
import { fieldWords } from './fieldWords.ts'
import { useActionWords } from './useActionWords.ts'

type Entry = NonNullable<AuditPageQuery$data['auditEntries']>['edges'][number]['node']

/** Audit log, newest first, searchable by user and subject. */
export function AuditPage({ queryRef }: PageProps<AuditPageQuery>) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const list = auditList.read(search)
  const go = useFilter(auditList, list)
  useAdministrationLive('AUDIT')
  const { auditEntries } = usePreloadedQuery<AuditPageQuery>(
    graphql`
      query AuditPageQuery($actor: String, $subject: String, $first: Int, $offset: Int) {
        auditEntries(actor: $actor, subject: $subject, first: $first, offset: $offset) {
          totalCount
          edges {
            node {
              id
              action
              subject
              reason
              createdAt
              actor {
                ...UserLink_user
              }
              changes {
                field
              }
              ...AuditChanges_entry
            }
          }
        }
      }
    `,
    queryRef,
  )
  const edges = auditEntries?.edges ?? []
  return (
    <AdminPage title={t('admin:page.AUDIT')}>
      <FilterBar>
        <SearchField
          label={t('audit:actor')}
          value={list.actor}
          width={{ xs: '100%', sm: 220 }}
          onSearch={(actor) => go({ actor })}
        />
        <SearchField
          label={t('audit:subject')}
          value={list.subject}
          width={{ xs: '100%', sm: 220 }}
          onSearch={(subject) => go({ subject })}
        />
      </FilterBar>
      <Paper variant="outlined" component="ol" sx={{ px: 4, typography: 'dense' }}>
        {edges.map(({ node }) => (
          <AuditItem key={node.id} entry={node} />
        ))}
        {!auditEntries?.totalCount && (
          <Box component="li">
            <EmptyState title={t(auditList.isFiltered(list) ? 'audit:nothing' : 'audit:empty')}>
              {auditList.isFiltered(list) && <Button href={auditList.path}>{t('audit:all')}</Button>}
            </EmptyState>
          </Box>
        )}
      </Paper>
      {auditEntries && auditEntries.totalCount > 0 && (
        <Pager
          page={list.page}
          size={list.size}
          total={auditEntries.totalCount}
          href={(page, size) => auditList.href(list, { page, size })}
          onNavigate={navigate}
        />
      )}
    </AdminPage>
  )
}

function AuditItem({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation()
  const words = useActionWords()
  const { action, actor, subject, reason, createdAt, changes: fields } = entry
  const href = subjectHref(subject)
  return (
    <Box
      component="li"
      sx={{ py: 3, display: 'grid', gap: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}>
          {formatDateTime(createdAt)}
        </Box>
        <Box
          component="span"
          sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, minWidth: 0 }}
        >
          {actor ? <UserLink user={actor} /> : <b>{t('audit:nobody')}</b>}
          <span>{words(action)}</span>
        </Box>
        {href ? <Link href={href}>{subject}</Link> : <span>{subject}</span>}
        {reason && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {t('audit:reason', { reason })}
          </Box>
        )}
      </Box>
      {fields.length > 0 && (
        <Box component="details" sx={{ '&[open] > summary': { mb: 2 } }}>
          <Box component="summary" sx={{ color: 'text.secondary', cursor: 'pointer' }}>
            {formatList(
              fields.map(({ field }) => fieldWords(t, field)),
              i18n.language,
            )}
          </Box>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <AuditChanges entry={entry} />
          </Box>
        </Box>
      )}
    </Box>
  )
}
