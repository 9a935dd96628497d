import Box from '@mui/material/Box'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { BatchPageQuery } from '../../../__generated__/BatchPageQuery.graphql.ts'
import { AdminPage } from '../../../app/admin/AdminPage.tsx'
import type { PageProps } from '../../../relay/page.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { ExportForm } from './ExportForm.tsx'
import { ImportForm } from './ImportForm.tsx'
import { PackageOperation } from './PackageOperation.tsx'

/** Packages of problems: what comes in, what goes out, and how far both are. */
export function BatchPage({ queryRef }: PageProps<BatchPageQuery>) {
  const { t } = useTranslation()
  const { operations } = usePreloadedQuery<BatchPageQuery>(
    graphql`
      query BatchPageQuery {
        operations(kinds: [PROBLEM_IMPORT, PROBLEM_EXPORT], first: 20) {
          edges {
            node {
              id
              ...PackageOperation_operation
            }
          }
        }
      }
    `,
    queryRef,
  )
  const { edges } = operations
  return (
    <AdminPage title={t('admin:page.PACKAGES')}>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'repeat(2, minmax(0,1fr))' },
        }}
      >
        <Panel id="import" title={t('batch:import.title')}>
          <ImportForm />
        </Panel>
        <Panel id="export" title={t('batch:export.title')}>
          <ExportForm />
        </Panel>
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Panel id="operations" title={t('batch:operations')}>
            {edges.length === 0 ? (
              <EmptyState title={t('batch:none')} />
            ) : (
              <Box component="ul" aria-labelledby="operations" sx={{ display: 'grid', gap: 4 }}>
                {edges.map(({ node }) => (
                  <Box component="li" key={node.id} sx={{ minWidth: 0 }}>
                    <PackageOperation operation={node} />
                  </Box>
                ))}
              </Box>
            )}
          </Panel>
        </Box>
      </Box>
    </AdminPage>
  )
}
