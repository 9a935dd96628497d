import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useEffect } from 'react'
import { graphql, useLazyLoadQuery } from 'react-relay'
import { useRevalidator } from 'react-router-dom'
import type { MakingStripQuery } from '../../__generated__/MakingStripQuery.graphql.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { OperationProgress } from '../operation/OperationProgress.tsx'

/** Finished operations are shown for this time (ms), or as long as there is a file to download. */
const NEWS = 600_000

/**
 * Imports and generations of accounts in progress, or with passwords to download; a higher `begun` reloads
 * them.
 */
export function MakingStrip({ begun }: { begun: number }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { operations } = useLazyLoadQuery<MakingStripQuery>(
    graphql`
      query MakingStripQuery {
        operations(kinds: [USER_GENERATION, USER_IMPORT], first: 5) {
          edges {
            node {
              id
              kind
              state
              endedAt
              resultUrl
              resultExpiresAt
              ...OperationProgress_operation
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', fetchKey: begun },
  )
  const shown = operations.edges
    .map(({ node }) => node)
    .filter(({ endedAt, resultUrl }) => !endedAt || resultUrl || Date.now() - Date.parse(endedAt) < NEWS)
  // Operations finished after the account list was loaded: reload it.
  const ended = shown
    .filter(({ endedAt }) => endedAt)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    if (ended) void revalidate()
  }, [ended, revalidate])
  if (shown.length === 0) return null
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('newAccount:latest')}
      sx={{ px: 4, py: 3, mb: 3, display: 'grid', gap: 3 }}
    >
      {shown.map((operation) => (
        <OperationProgress
          key={operation.id}
          operation={operation}
          name={t(`newAccount:row.${operation.kind as 'USER_IMPORT'}`)}
          cancelText={t('newAccount:cancelText')}
          onChange={() => void revalidate()}
        >
          {t(`newAccount:row.${operation.kind as 'USER_IMPORT'}`)}
          {operation.resultUrl && operation.resultExpiresAt && (
            <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
              {t('newAccount:passwords', { time: formatDateTime(operation.resultExpiresAt).slice(11, 16) })}
            </Box>
          )}
        </OperationProgress>
      ))}
    </Paper>
  )
}
