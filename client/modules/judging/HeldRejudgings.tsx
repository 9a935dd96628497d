import Paper from '@mui/material/Paper'
import { graphql, useFragment } from 'react-relay'
import type { HeldRejudgings_contest$key } from '../../__generated__/HeldRejudgings_contest.graphql.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { RejudgingProgress } from './RejudgingProgress.tsx'

/** The rejudgings of a contest that wait to be applied or dropped; nothing where there is none. */
export function HeldRejudgings({ contest }: { contest: HeldRejudgings_contest$key }) {
  const { t } = useTranslation()
  const { heldRejudgings } = useFragment(
    graphql`
      fragment HeldRejudgings_contest on Contest {
        heldRejudgings {
          id
          ...RejudgingProgress_rejudging
        }
      }
    `,
    contest,
  )
  if (!heldRejudgings?.length) return null
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('judging:held.waiting')}
      sx={{ px: 4, py: 3, mb: 4, display: 'grid', gap: 3 }}
    >
      {heldRejudgings.map((rejudging) => (
        <RejudgingProgress key={rejudging.id} rejudging={rejudging} />
      ))}
    </Paper>
  )
}
