import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { RecentSubmissions_home$key } from '../../__generated__/RecentSubmissions_home.graphql.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { formatDuration } from '../../ui/text/format.ts'
import { TestBar } from '../../ui/text/TestBar.tsx'
import { RelativeTime } from '../../ui/text/Time.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ProblemLink } from '../submission/ProblemLink.tsx'
import { HomeCard } from './UserHomeFrame.tsx'

/** Latest practice submissions that the viewer sees. */
export function RecentSubmissions({ home }: { home: RecentSubmissions_home$key }) {
  const { t } = useTranslation()
  const { recentSubmissions, viewerIsOwner, user } = useFragment(
    graphql`
      fragment RecentSubmissions_home on UserHome {
        viewerIsOwner
        user {
          username
        }
        recentSubmissions {
          id
          number
          problem {
            displayId
            title
          }
          state
          verdict
          timeMs
          languageName
          caseCount
          tape
          createdAt
        }
      }
    `,
    home,
  )
  const rows = recentSubmissions.flatMap((row) => row ?? [])
  const all = viewerIsOwner
    ? '/status?onlyMine=true'
    : `/status?username=${encodeURIComponent(user.username)}`
  return (
    <HomeCard
      id="recent"
      title={t('userHome:recent.title')}
      end={rows.length > 0 && <Link href={all}>{t('userHome:recent.all')}</Link>}
      flush
    >
      {rows.length === 0 ? (
        <EmptyState
          title={t('userHome:recent.empty')}
          text={t(viewerIsOwner ? 'userHome:recent.emptyOwn' : 'userHome:recent.emptyOther')}
        >
          {viewerIsOwner && (
            <Button variant="contained" color="primary" href="/problem">
              {t('userHome:recent.pick')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <Box component="ul" sx={LIST}>
          {rows.map((row) => (
            <li key={row.id}>
              <ProblemLink problem={row.problem} quiet noWrap sx={{ gridArea: 'problem', minWidth: 0 }} />
              <Box sx={{ gridArea: 'verdict' }}>
                <Link href={`/submission-detail/${row.number}`} underline="none">
                  <Verdict verdict={row.verdict} state={row.state ?? null} />
                </Link>
              </Box>
              <Box sx={{ gridArea: 'tape', overflow: 'hidden' }}>
                <TestBar tape={row.tape} total={row.caseCount} running={row.state === 'RUNNING'} />
              </Box>
              <Box className="wide" sx={{ gridArea: 'time' }}>
                {formatDuration(row.timeMs)}
              </Box>
              <Box className="wide language" sx={{ gridArea: 'language' }}>
                {row.languageName}
              </Box>
              <Box sx={{ gridArea: 'when', color: 'text.tertiary', textAlign: 'right' }}>
                <RelativeTime at={row.createdAt} />
              </Box>
            </li>
          ))}
        </Box>
      )}
    </HomeCard>
  )
}

/** Width of the card (px) from which a submission is one line; narrower, its title would have no room. */
const WIDE = '@container (min-width: 760px)'

const LIST = {
  containerType: 'inline-size',
  m: 0,
  p: 0,
  listStyle: 'none',
  typography: 'dense',
  fontVariantNumeric: 'tabular-nums',
  '& > li': {
    display: 'grid',
    alignItems: 'center',
    columnGap: 3,
    rowGap: 1,
    minHeight: 40,
    px: 4,
    py: 2,
    borderTop: 1,
    borderColor: 'divider',
    gridTemplateColumns: 'minmax(0,1fr) auto',
    gridTemplateAreas: '"problem when" "tape verdict"',
    [WIDE]: {
      py: 0,
      gridTemplateColumns: 'minmax(0,1fr) 172px 150px 72px 104px 84px',
      gridTemplateAreas: '"problem verdict tape time language when"',
    },
  },
  '& .wide': { display: 'none', textAlign: 'right', whiteSpace: 'nowrap', [WIDE]: { display: 'block' } },
  '& .language': { textAlign: 'left', overflow: 'hidden', textOverflow: 'ellipsis' },
} as const
