import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { ContestRow_contest$key } from '../../../__generated__/ContestRow_contest.graphql.ts'
import { Icon } from '../../../ui/controls/Icon.tsx'
import { Tip } from '../../../ui/feedback/Tip.tsx'
import { followRow } from '../../../ui/table/followRow.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { visuallyHidden } from '../../../ui/visuallyHidden.ts'
import { ContestAccessMark, ContestStatusMark, ContestTypeMark } from '../marks.tsx'
import { ContestClock } from '../time/ContestClock.tsx'
import { useContestPhase } from '../time/contestClock.ts'
import { useLengthWords } from '../time/lengthWords.ts'
import { useTimesWords } from '../time/timesWords.ts'

type Props = {
  contest: ContestRow_contest$key
  /** Shown at the right end, such as the link to the scoreboard. */
  children?: ReactNode
}

/** A contest in a list: status, title, type and progress, live. */
export function ContestRow({ children, ...props }: Props) {
  const { t } = useTranslation()
  const contest = useFragment(
    graphql`
      fragment ContestRow_contest on Contest {
        number
        title
        type
        access
        startsAt
        freezesAt
        endsAt
        thawsAt
        takesLate
        participantCount
        isRegistered
      }
    `,
    props.contest,
  )
  const { status } = useContestPhase(contest)
  return (
    <Box
      component="li"
      onClick={followRow}
      sx={{
        display: 'grid',
        cursor: 'pointer',
        gridTemplateColumns: {
          xs: 'minmax(0,1fr) auto',
          md: `96px minmax(0,1fr) minmax(148px,auto)${children ? ' auto' : ''}`,
        },
        columnGap: { xs: 3, md: 4 },
        rowGap: 2,
        alignItems: 'center',
        px: 4,
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
        '&:first-of-type': { borderTop: 0 },
        '&:hover': { bgcolor: 'surface.hover' },
      }}
    >
      <Box sx={{ justifySelf: 'start' }}>
        <ContestStatusMark status={status} />
      </Box>
      <Box sx={{ gridRow: { xs: 2, md: 1 }, gridColumn: { xs: '1 / -1', md: 2 }, minWidth: 0 }}>
        <Link
          href={`/contest/${contest.number}`}
          color="text.primary"
          sx={{ typography: 'body2', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {contest.title}
        </Link>
        <Facts {...contest} />
      </Box>
      <Box sx={{ gridRow: 1, gridColumn: { xs: 2, md: 3 }, justifySelf: 'end', textAlign: 'right' }}>
        {status === 'ENDED' ? (
          <Box component="span" sx={{ typography: 'dense', color: 'text.tertiary' }}>
            {t(contest.takesLate ? 'contest:list.late' : 'contest:clock.ENDED')}
          </Box>
        ) : (
          <ContestClock times={contest} small />
        )}
        <Progress times={contest} />
      </Box>
      {children && <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>{children}</Box>}
    </Box>
  )
}

type FactsProps = {
  type: string
  access: 'PUBLIC' | 'PRIVATE' | 'PROTECTED'
  startsAt: string
  endsAt: string
  participantCount: number
  isRegistered: boolean
}

function Facts({ type, access, startsAt, endsAt, participantCount, isRegistered }: FactsProps) {
  const { t, i18n } = useTranslation()
  const timesWords = useTimesWords()
  const lengthWords = useLengthWords()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 0.5,
        mt: 0.5,
        typography: 'dense',
        color: 'text.tertiary',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <ContestTypeMark type={type} />
      <ContestAccessMark access={access} />
      <span>{timesWords(startsAt, endsAt)}</span>
      <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
        <Icon name="clock" size={14} />
        {lengthWords(startsAt, endsAt)}
      </Box>
      {(access !== 'PUBLIC' || participantCount > 0) && (
        <Tip title={t('contest:people', { count: participantCount })}>
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
            <Icon name="users" size={14} />
            {formatNumber(participantCount, i18n.language)}
            <Box component="span" sx={visuallyHidden}>
              {t('contest:people', { count: participantCount })}
            </Box>
          </Box>
        </Tip>
      )}
      {isRegistered && (
        <Box
          component="span"
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'verdict.AC.fg' }}
        >
          <Icon name="check" size={14} />
          {t('contest:list.registered')}
        </Box>
      )}
    </Box>
  )
}

/** Progress bar; hidden from screen readers, since the clock beside it says the same. */
function Progress({ times }: { times: Parameters<typeof useContestPhase>[0] }) {
  const { status, progress } = useContestPhase(times)
  return (
    <Box
      aria-hidden
      sx={{
        display: { xs: 'none', md: status === 'SCHEDULED' ? 'none' : 'block' },
        width: 148,
        height: 4,
        mt: 1.5,
        borderRadius: '2px',
        bgcolor: 'divider',
      }}
    >
      <Box
        sx={{
          height: 4,
          borderRadius: '2px',
          bgcolor: status === 'ENDED' ? 'line.default' : 'text.secondary',
          width: `${(progress * 100).toFixed(1)}%`,
        }}
      />
    </Box>
  )
}
