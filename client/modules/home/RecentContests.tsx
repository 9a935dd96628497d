import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { RecentContests_site$key } from '../../__generated__/RecentContests_site.graphql.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ContestRow } from '../contest/list/ContestRow.tsx'
import { useContestsLive } from '../contest/list/useContestsLive.ts'
import { HomeCard } from './HomeFrame.tsx'

/** Number of contests shown; the contest list has all. */
const MOST = 5

/** Running contests by end, then upcoming ones by start. */
export function RecentContests(props: { site: RecentContests_site$key }) {
  const { t } = useTranslation()
  const { recentContests } = useFragment(
    graphql`
      fragment RecentContests_site on Site {
        recentContests {
          id
          status
          startsAt
          endsAt
          ...ContestRow_contest
          ...useContestsLive_contests
        }
      }
    `,
    props.site,
  )
  useContestsLive(recentContests)
  const next = ({ status, startsAt, endsAt }: (typeof recentContests)[number]) =>
    status === 'SCHEDULED' ? `1 ${startsAt}` : `0 ${endsAt}`
  const rows = recentContests.toSorted((one, other) => (next(one) < next(other) ? -1 : 1)).slice(0, MOST)
  return (
    <HomeCard
      id="recent-contests"
      title={t('home:contests.title')}
      aside={
        <Link href="/contest" sx={{ typography: 'dense' }}>
          {t('home:contests.all')}
        </Link>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={t('home:contests.empty')} text={t('home:contests.emptyText')} />
      ) : (
        <Box component="ul" aria-labelledby="recent-contests" sx={{ borderTop: 1, borderColor: 'divider' }}>
          {rows.map((row) => (
            <ContestRow key={row.id} contest={row} />
          ))}
        </Box>
      )}
    </HomeCard>
  )
}
