import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { fetchQuery, graphql, useFragment, useLazyLoadQuery, useRelayEnvironment } from 'react-relay'
import type { HeldRejudgings_contest$key } from '../../../__generated__/HeldRejudgings_contest.graphql.ts'
import type { HeldRejudgingsQuery } from '../../../__generated__/HeldRejudgingsQuery.graphql.ts'
import type { HeldRejudgingsSubscription } from '../../../__generated__/HeldRejudgingsSubscription.graphql.ts'
import { toast } from '../../../app/toasts.ts'
import { useLive } from '../../../relay/useLive.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { HeldActs } from './HeldActs.tsx'
import { RejudgingProgress } from './RejudgingProgress.tsx'

const query = graphql`
  query HeldRejudgingsQuery($number: Int!) {
    contest(number: $number) {
      id
      ...HeldRejudgings_contest
    }
  }
`

/**
 * Held rejudgings of a contest with their buttons, for its organisers; renders nothing when there is none. It
 * loads them itself and keeps them current, those of `LatestRejudging` too.
 */
export function HeldRejudgings({ number }: { number: number }) {
  const { t } = useTranslation()
  const environment = useRelayEnvironment()
  const { contest } = useLazyLoadQuery<HeldRejudgingsQuery>(
    query,
    { number },
    { fetchPolicy: 'store-and-network' },
  )
  const held = useFragment<HeldRejudgings_contest$key>(
    graphql`
      fragment HeldRejudgings_contest on Contest {
        heldRejudgings {
          id
          number
          changed
          operation {
            state
          }
          ...RejudgingProgress_rejudging
          ...HeldActs_rejudging
        }
        latestRejudgings {
          number
          hold
          problemNumber
          ...LatestRejudging_rejudging
        }
      }
    `,
    contest,
  )
  const waiting = held?.heldRejudgings ?? []
  const shown = new Set(waiting.map((rejudging) => rejudging.number))
  useLive<HeldRejudgingsSubscription>(
    graphql`
      subscription HeldRejudgingsSubscription($contestId: ID!) {
        heldRejudgingsChanged(contestId: $contestId) {
          latestRejudgings {
            number
            hold
          }
          ...HeldRejudgings_contest
        }
      }
    `,
    contest ? { contestId: contest.id } : null,
    {
      onEvent: ({ heldRejudgingsChanged: { latestRejudgings } }) => {
        for (const { number, hold } of latestRejudgings ?? [])
          if (hold === 'UNCHANGED' && shown.has(number))
            toast.info(t('judging:held.endedUnchanged', { name: t('judging:rejudging.title', { number }) }))
      },
      onReturn: () =>
        fetchQuery<HeldRejudgingsQuery>(environment, query, { number }, { fetchPolicy: 'network-only' })
          // A failed reload is made up for by the next event or reconnect.
          .subscribe({ error: () => {} }),
    },
  )
  if (waiting.length === 0) return null
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={t('judging:held.waiting')}
      sx={{ px: 4, py: 3, mb: 4, display: 'grid', gap: 4 }}
    >
      {waiting.map((rejudging) => (
        <Box key={rejudging.id} sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <RejudgingProgress rejudging={rejudging} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
            <Box component="span" role="status" sx={{ flex: '1 1 240px', typography: 'dense' }}>
              {rejudging.operation.state === 'DONE'
                ? t('judging:held.waits', { count: rejudging.changed })
                : t('judging:held.judging')}
            </Box>
            {rejudging.operation.state === 'DONE' && (
              <Button size="small" href={`/rejudging/${rejudging.number}`}>
                {t('judging:held.look')}
              </Button>
            )}
            <HeldActs rejudging={rejudging} isListed />
          </Box>
        </Box>
      ))}
    </Paper>
  )
}
