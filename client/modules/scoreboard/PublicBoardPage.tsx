import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, Suspense } from 'react'
import { graphql, usePreloadedQuery } from 'react-relay'
import { useSearchParams } from 'react-router-dom'
import type { PublicBoardPageQuery } from '../../__generated__/PublicBoardPageQuery.graphql.ts'
import { useTitle } from '../../app/title.ts'
import { found } from '../../relay/found.ts'
import type { PageProps } from '../../relay/page.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ContestRail } from '../contest/ContestRail.tsx'
import { ContestClock } from '../contest/time/ContestClock.tsx'
import { useContestLive } from '../contest/useContestLive.ts'
import { readAddress, writeAddress } from './boardFilter.ts'
import { LiveScoreboard, ScoreboardSkeleton } from './LiveScoreboard.tsx'
import { RevealButton } from './reveal/RevealButton.tsx'

const Projector = lazyPart(async () => (await import('./Projector.tsx')).Projector)

/** Scoreboard of a contest on a page of its own, with its projector view. */
export function PublicBoardPage({ queryRef }: PageProps<PublicBoardPageQuery>) {
  const { t } = useTranslation()
  const data = usePreloadedQuery<PublicBoardPageQuery>(
    graphql`
      query PublicBoardPageQuery($number: Int!) {
        contest(number: $number) {
          number
          title
          type
          status
          startsAt
          freezesAt
          endsAt
          thawsAt
          takesLate
          participantCount
          canReveal
          ...useContestLive_contest
        }
        viewer {
          user {
            username
          }
        }
      }
    `,
    queryRef,
  )
  const contest = found(data.contest)
  const { title } = contest
  useTitle(t('scoreboard:of', { title }))
  useContestLive(contest)
  const [search, setSearch] = useSearchParams()
  const { hall } = readAddress(search)
  const show = (isHall: boolean) => setSearch((before) => writeAddress(before, { hall: isHall }))
  const username = data.viewer?.user.username ?? null
  // Load a refused board again after a login and when the contest starts.
  const asked = `${username} ${contest.status === 'SCHEDULED'}`
  if (hall)
    return (
      <Suspense>
        <h1 hidden>{t('scoreboard:of', { title })}</h1>
        <Projector key={asked} contest={contest} onLeave={() => show(false)} />
      </Suspense>
    )
  return (
    <Frame>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-end',
          justifyContent: 'space-between',
          gap: 4,
        }}
      >
        <Box component="h1" sx={{ typography: 'h1', minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        <ContestClock times={contest} />
      </Box>
      <Box sx={{ mb: 4 }}>
        <ContestRail times={contest} />
      </Box>
      <LiveScoreboard key={asked} contest={contest} reader={{ username, canManage: false }}>
        {contest.canReveal && <RevealButton number={contest.number} />}
        <Button variant="outlined" startIcon={<Icon name="expand" />} onClick={() => show(true)}>
          {t('scoreboard:projector')}
        </Button>
      </LiveScoreboard>
    </Frame>
  )
}

const Frame = ({ children }: { children: ReactNode }) => (
  <Box sx={{ maxWidth: 1680, mx: 'auto', px: { xs: 4, md: 6 }, pt: { xs: 4, md: 6 }, pb: { xs: 8, md: 12 } }}>
    {children}
  </Box>
)

export const PublicBoardSkeleton = () => (
  <Frame>
    <Skeleton width="40%" height={32} />
    <Skeleton height={8} sx={{ mt: 6, mb: 8 }} />
    <ScoreboardSkeleton />
  </Frame>
)
