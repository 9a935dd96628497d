import Box from '@mui/material/Box'
import { formatDateTime } from '../../../ui/text/format.ts'
import { clockFace } from '../../../ui/text/Time.tsx'
import { useTranslation } from '../../../ui/useTranslation.ts'
import { type ContestTimes, useContestPhase } from './contestClock.ts'

/** Longest time (ms) to count down; above it the start time is shown. */
const FAR = 7 * 24 * 3600_000

type Props = {
  times: ContestTimes
  /** One small line, for rows of lists. */
  small?: boolean
}

/** Countdown to the start or end of a contest, in seconds, by the server's clock. */
export function ContestClock({ times, small = false }: Props) {
  const { t } = useTranslation()
  const { status, left } = useContestPhase(times)
  const { days, clock } = clockFace(left)
  const isFar = status === 'SCHEDULED' && left > FAR
  const label = isFar ? t('contest:clock.startsAt') : t(`contest:clock.${status}`)
  const face = isFar
    ? formatDateTime(times.startsAt).slice(0, -3)
    : days > 0
      ? t('contest:clock.days', { count: days, clock })
      : clock
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: small ? 'row' : { xs: 'row', md: 'column' },
        alignItems: small ? 'baseline' : { xs: 'baseline', md: 'flex-end' },
        justifyContent: small ? 'flex-end' : undefined,
        columnGap: small ? 1.5 : 2.5,
        color: 'text.tertiary',
        typography: small ? 'dense' : 'caption',
        whiteSpace: 'nowrap',
      }}
    >
      {status === 'ENDED' ? (
        !small && label
      ) : (
        <>
          <span>{label}</span>
          <Box
            component="time"
            role="timer"
            dateTime={status === 'SCHEDULED' ? times.startsAt : times.endsAt}
            sx={{
              ...(small ? { fontWeight: 600 } : { typography: 'clock' }),
              fontVariantNumeric: 'tabular-nums',
              color: 'text.primary',
            }}
          >
            {face}
          </Box>
        </>
      )}
    </Box>
  )
}
