import Box from '@mui/material/Box'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatClock, formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type ContestTimes, placeOf, useContestPhase } from './time/contestClock.ts'

/** A problem that the viewer solved, and when. */
export type Solve = { displayId: string; at: string }

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

const DAY = 24 * 3_600_000

/** Time of day, with the date in a contest of more than a day. */
const momentOf = ({ startsAt, endsAt }: ContestTimes, at: string): string => {
  const isShort = Date.parse(endsAt) - Date.parse(startsAt) <= DAY
  return (isShort ? formatClock(at) : formatDateTime(at).slice(5)).slice(0, -3)
}

/** Timeline of a contest: elapsed time in ink, the frozen part hatched, the viewer's solves as letters. */
export function ContestRail({ times, solves = [] }: { times: ContestTimes; solves?: readonly Solve[] }) {
  const { t } = useTranslation()
  const { progress, status, isSealed } = useContestPhase(times)
  const { startsAt, freezesAt, endsAt } = times
  const isOpenAgain = status === 'ENDED' && !isSealed
  const freeze = typeof freezesAt === 'string' && !isOpenAgain ? placeOf(times, freezesAt) : null
  const words = t('contest:rail', { percent: Math.floor(progress * 100) })
  return (
    <Box sx={{ mt: 4 }}>
      <Box
        role="img"
        aria-label={
          solves.length > 0
            ? t('contest:railSolved', {
                rail: words,
                solved: solves.map(({ displayId }) => displayId).join(', '),
              })
            : words
        }
        sx={{
          position: 'relative',
          height: 8,
          borderRadius: '4px',
          bgcolor: 'divider',
          forcedColorAdjust: 'none',
        }}
      >
        <Box
          sx={{
            position: 'absolute',
            inset: 0,
            right: 'auto',
            borderRadius: '4px',
            bgcolor: 'text.secondary',
            width: percent(progress),
          }}
        />
        {freeze !== null && (
          <Box
            sx={{
              position: 'absolute',
              inset: 0,
              left: percent(freeze),
              borderRadius: '0 4px 4px 0',
              backgroundImage: ({ vars }) =>
                `repeating-linear-gradient(135deg, ${vars.palette.board.pending.border} 0 2px, transparent 2px 6px)`,
            }}
          />
        )}
        {status === 'RUNNING' && (
          <Box
            sx={{
              position: 'absolute',
              top: -4,
              height: 16,
              width: 2,
              ml: '-1px',
              left: percent(progress),
              bgcolor: 'text.primary',
            }}
          />
        )}
        {solves.map(({ displayId, at }) => (
          <Box
            key={displayId}
            component="span"
            aria-hidden
            sx={{
              position: 'absolute',
              top: -6,
              left: percent(placeOf(times, at)),
              transform: 'translateX(-50%)',
              minWidth: 20,
              height: 20,
              px: 0.5,
              borderRadius: '10px',
              display: 'grid',
              placeItems: 'center',
              typography: 'caption',
              fontWeight: 600,
              fontSize: 11,
              color: 'verdict.AC.fg',
              bgcolor: 'surface.main',
              boxShadow: ({ vars }) => `inset 0 0 0 1.5px ${vars.palette.verdict.AC.solid}`,
            }}
          >
            {displayId}
          </Box>
        ))}
      </Box>
      <Box
        sx={{
          display: 'grid',
          // The freeze stands below its place, and beside start and end where that is narrow.
          gridTemplateColumns: freeze === null ? '1fr auto' : `auto ${freeze}fr auto ${1 - freeze}fr auto`,
          columnGap: 2,
          mt: 2,
          typography: 'caption',
          color: 'text.tertiary',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        <span>{momentOf(times, startsAt)}</span>
        {freeze !== null && typeof freezesAt === 'string' && (
          <Box
            component="span"
            sx={{
              gridColumn: 3,
              display: 'inline-flex',
              alignItems: 'center',
              gap: 1,
              color: 'board.pending.fg',
              whiteSpace: 'nowrap',
            }}
          >
            <Icon name="snowflake" size={12} />
            {t('contest:freezes', { at: momentOf(times, freezesAt) })}
          </Box>
        )}
        <Box component="span" sx={{ gridColumn: -2 }}>
          {momentOf(times, endsAt)}
        </Box>
      </Box>
    </Box>
  )
}
