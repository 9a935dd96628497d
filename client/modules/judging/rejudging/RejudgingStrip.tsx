import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { graphql, useLazyLoadQuery } from 'react-relay'
import type { RejudgingStripQuery } from '../../../__generated__/RejudgingStripQuery.graphql.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { RejudgingProgress } from './RejudgingProgress.tsx'

/** Rejudgings that ended longer ago (ms) are not shown. */
const NEWS = 600_000
/** Number of rejudgings searched for those of one problem. */
const MOST = 20

type Props = {
  /** Counter that the parent raises with each rejudging it starts; reloads the list. */
  started: number
  /** Show only rejudgings of all submissions of this problem. */
  displayId?: string
}

/** Rejudgings that are running, or ended a short time ago. */
export function RejudgingStrip({ started, displayId }: Props) {
  const { t } = useTranslation()
  const { rejudgings } = useLazyLoadQuery<RejudgingStripQuery>(
    graphql`
      query RejudgingStripQuery($first: Int!) {
        rejudgings(first: $first) {
          edges {
            node {
              id
              operation {
                endedAt
              }
              problem {
                displayId
              }
              ...RejudgingProgress_rejudging
            }
          }
        }
      }
    `,
    { first: displayId ? MOST : 3 },
    { fetchPolicy: 'store-and-network', fetchKey: started },
  )
  const shown = (rejudgings?.edges ?? [])
    .map(({ node }) => node)
    .filter(({ problem }) => displayId === undefined || problem?.displayId === displayId)
    .filter(({ operation: { endedAt } }) => !endedAt || Date.now() - Date.parse(endedAt) < NEWS)
  if (shown.length === 0) return null
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('judging:rejudging.latest')}
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
