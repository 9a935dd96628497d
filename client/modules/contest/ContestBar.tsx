import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { ContestBar_contest$key } from '../../__generated__/ContestBar_contest.graphql.ts'
import { Verdict } from '../../ui/text/Verdict.tsx'
import type { StateName, VerdictName } from '../../ui/text/verdicts.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { ProblemBar, ProblemTile } from '../problem/ProblemBar.tsx'
import { Balloon } from './Balloon.tsx'
import { ContestClock } from './time/ContestClock.tsx'
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
    <ProblemBar
      label={t('contest:problems.bar')}
      back={{ href: `/contest/${number}/problems`, title }}
      full={full}
      end={<ContestClock times={contest} small />}
    >
      {problems?.map((problem) => (
        <Tile
          key={problem.id}
          href={`/contest/${number}/problem/${encodeURIComponent(problem.displayId)}${full ? '/full-screen' : ''}`}
          problem={problem}
          isOpen={problem.displayId === current}
          isScored={type === 'OI'}
        />
      ))}
    </ProblemBar>
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
  <ProblemTile href={href} title={`${displayId} ${title}`} isOpen={isOpen}>
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
  </ProblemTile>
)
