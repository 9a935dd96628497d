import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { ContestBar_contest$key } from '../../__generated__/ContestBar_contest.graphql.ts'
import { RouterLink } from '../../relay/RouterLink.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { Verdict } from '../../ui/text/Verdict.tsx'
import type { StateName, VerdictName } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ContestClock } from './ContestClock.tsx'
import { Balloon } from './marks.tsx'
import { useOwnStatuses } from './useOwnOutcomes.ts'

type Props = {
  contest: ContestBar_contest$key
  /** Display id of the open problem. */
  current: string
  /** In focus mode: the bar stands at the lower edge and links to problems in focus mode. */
  full?: boolean
}

/** Bar of a contest: link back, its problems with the viewer's status, and its clock. */
export function ContestBar({ current, full = false, ...props }: Props) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment ContestBar_contest on Contest {
        id
        number
        title
        type
        startsAt
        freezesAt
        endsAt
        thawsAt
        problems {
          id
          displayId
          title
          color
          viewerStatus {
            state
            verdict
            score
          }
        }
      }
    `,
    props.contest,
  )
  const { number, title, type, problems } = contest
  useOwnStatuses(contest.id, number)
  return (
    <Box
      data-screen=""
      component="nav"
      aria-label={t('contest:problems.bar')}
      sx={{
        flex: 'none',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 2, md: 4 },
        minHeight: 40,
        px: { xs: 3, md: 4 },
        bgcolor: 'surface.main',
        ...(full ? { borderTop: 1 } : { borderBottom: 1 }),
        borderColor: 'divider',
      }}
    >
      <Link
        href={`/contest/${number}/problems`}
        color="text.secondary"
        title={title}
        aria-label={title}
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 1,
          minWidth: 0,
          maxWidth: '28%',
          typography: 'dense',
          fontWeight: 500,
        }}
      >
        <Icon name="left" size={14} />
        <Box
          component="span"
          sx={{
            display: { xs: 'none', md: 'inline' },
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {title}
        </Box>
      </Link>
      <Box
        component="ul"
        sx={{
          display: 'flex',
          gap: 1,
          flex: 1,
          minWidth: 0,
          overflowX: 'auto',
          scrollbarWidth: 'none',
        }}
      >
        {problems?.map((problem) => (
          <Box component="li" key={problem.id} sx={{ flex: 'none' }}>
            <Tile
              href={`/contest/${number}/problem/${encodeURIComponent(problem.displayId)}${full ? '/full-screen' : ''}`}
              problem={problem}
              isOpen={problem.displayId === current}
              isScored={type === 'OI'}
            />
          </Box>
        ))}
      </Box>
      <ContestClock times={contest} small />
    </Box>
  )
}

type TileProps = {
  href: string
  isOpen: boolean
  /** Whether the viewer's score follows the verdict. */
  isScored: boolean
  problem: {
    readonly displayId: string
    readonly title: string
    readonly color: string | null | undefined
    readonly viewerStatus:
      | {
          readonly state: string | null | undefined
          readonly verdict: string | null | undefined
          readonly score: number | null | undefined
        }
      | null
      | undefined
  }
}

const Tile = ({ href, isOpen, isScored, problem: { displayId, title, color, viewerStatus } }: TileProps) => (
  <Link
    component={RouterLink}
    href={href}
    underline="none"
    title={`${displayId} ${title}`}
    aria-current={isOpen ? 'page' : undefined}
    sx={{
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1,
      minHeight: 28,
      px: 2,
      borderRadius: 1,
      typography: 'dense',
      fontWeight: isOpen ? 650 : 500,
      color: isOpen ? 'text.primary' : 'text.secondary',
      bgcolor: isOpen ? 'surface.fill' : undefined,
      '&:hover': { bgcolor: 'surface.hover', color: 'text.primary' },
      '&:focus-visible': { outlineOffset: -2 },
    }}
  >
    <Balloon color={color} />
    {displayId}
    {viewerStatus && (
      <Verdict
        form="icon"
        verdict={(viewerStatus.verdict ?? null) as VerdictName | null}
        state={(viewerStatus.state ?? null) as StateName | null}
      />
    )}
    {isScored && typeof viewerStatus?.score === 'number' && (
      <Box component="b" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {viewerStatus.score}
      </Box>
    )}
  </Link>
)
