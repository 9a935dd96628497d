import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { useTranslation } from 'react-i18next'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { RejudgingStripQuery } from '../../__generated__/RejudgingStripQuery.graphql.ts'
import { RejudgingProgress } from './RejudgingProgress.tsx'

/** Rejudgings that ended longer ago than this (ms) are news no more. */
const NEWS = 600_000

/** The rejudgings that go on, and those that ended a moment ago. `started` grows with each one that begins here. */
export function RejudgingStrip({ started }: { started: number }) {
  const { t } = useTranslation()
  const { rejudgings } = useLazyLoadQuery<RejudgingStripQuery>(
    graphql`
      query RejudgingStripQuery {
        rejudgings(first: 3) {
          edges {
            node {
              id
              state
              endedAt
              ...RejudgingProgress_rejudging
            }
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', fetchKey: started },
  )
  const shown = rejudgings.edges
    .map(({ node }) => node)
    .filter(
      ({ state, endedAt }) => state === 'RUNNING' || (endedAt && Date.now() - Date.parse(endedAt) < NEWS),
    )
  if (shown.length === 0) return null
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('submission:rejudging.latest')}
      sx={{ px: 4, py: 3, mb: 3, display: 'grid', gap: 3 }}
    >
      {shown.map((rejudging) => (
        <Box key={rejudging.id} sx={{ minWidth: 0 }}>
          <RejudgingProgress rejudging={rejudging} />
        </Box>
      ))}
    </Paper>
  )
}
