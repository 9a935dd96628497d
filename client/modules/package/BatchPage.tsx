import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import type { BatchPageQuery } from '../../__generated__/BatchPageQuery.graphql.ts'
import { AdminPage } from '../../app/admin/AdminPage.tsx'
import type { PageProps } from '../../relay/page.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ImportForm } from './ImportForm.tsx'

const ExportForm = lazyPart(async () => (await import('./ExportForm.tsx')).ExportForm)
const PackageOperation = lazyPart(async () => (await import('./PackageOperation.tsx')).PackageOperation)

/** Imports and exports problem packages, and shows the progress of both. */
export function BatchPage({ queryRef }: PageProps<BatchPageQuery>) {
  const { t } = useTranslation()
  const { operations, viewer } = usePreloadedQuery<BatchPageQuery>(
    graphql`
      query BatchPageQuery {
        viewer {
          canPublishProblems
        }
        operations(kinds: [PROBLEM_IMPORT, PROBLEM_EXPORT, BANK_IMPORT], first: 20) {
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
          <ImportForm canPublish={viewer?.canPublishProblems ?? false} />
        </Panel>
        <Panel id="export" title={t('batch:export.title')}>
          <Suspense fallback={<SkeletonRows rows={3} height={40} />}>
            <ExportForm />
          </Suspense>
        </Panel>
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Panel id="operations" title={t('batch:operations')}>
            {edges.length === 0 ? (
              <EmptyState title={t('batch:none')} />
            ) : (
              <Box component="ul" aria-labelledby="operations" sx={{ display: 'grid', gap: 4 }}>
                {edges.map(({ node }) => (
                  <Box component="li" key={node.id} sx={{ minWidth: 0 }}>
                    <Suspense fallback={<SkeletonRows rows={2} height={24} />}>
                      <PackageOperation operation={node} />
                    </Suspense>
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
