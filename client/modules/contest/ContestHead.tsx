import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { graphql, useFragment } from 'react-relay'
import type { ContestHead_contest$key } from '../../__generated__/ContestHead_contest.graphql.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { groupHref } from '../group/addresses.ts'
import { ContestRail, type Solve } from './ContestRail.tsx'
import { ContestAccessMark, ContestStatusMark, ContestTypeMark } from './marks.tsx'
import { ContestClock } from './time/ContestClock.tsx'
import { useContestPhase } from './time/contestClock.ts'
import { useTimesWords } from './time/timesWords.ts'

type Props = {
  contest: ContestHead_contest$key
  /** What the viewer solved; empty until it is loaded. */
  solves: readonly Solve[]
}

/** Heading of a contest: title, type, access and progress. */
export function ContestHead({ solves, ...props }: Props) {
  const { t } = useTranslation()
  const timesWords = useTimesWords()
  const contest = useFragment(
    graphql`
      fragment ContestHead_contest on Contest {
        title
        type
        access
        startsAt
        freezesAt
        endsAt
        thawsAt
        participantCount
        group {
          number
          name
        }
      }
    `,
    props.contest,
  )
  const { title, type, access, startsAt, endsAt, participantCount, group } = contest
  const { status } = useContestPhase(contest)
  const facts = [
    ...(participantCount > 0 ? [t('contest:people', { count: participantCount })] : []),
    timesWords(startsAt, endsAt),
  ]
  return (
    <Box component="header" sx={{ mb: 4 }}>
      {group && (
        <Link
          href={groupHref(group.number, 'contest')}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, mb: 2, typography: 'dense' }}
        >
          <Icon name="users" size={14} />
          {t('contest:ofGroup', { name: group.name })}
        </Link>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', columnGap: 6, rowGap: 2 }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Box
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, mb: 1 }}
          >
            <ContestStatusMark status={status} />
            <ContestAccessMark access={access} />
            <ContestTypeMark type={type} />
            <Box
              component="span"
              sx={{ typography: 'dense', color: 'text.tertiary', fontVariantNumeric: 'tabular-nums' }}
            >
              {facts.join(' · ')}
            </Box>
          </Box>
          <Box component="h1" sx={{ typography: 'h1', overflowWrap: 'anywhere' }}>
            {title}
          </Box>
        </Box>
        <ContestClock times={contest} />
      </Box>
      <ContestRail times={contest} solves={solves} />
    </Box>
  )
}
