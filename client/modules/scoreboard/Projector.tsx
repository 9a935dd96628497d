import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Portal from '@mui/material/Portal'
import { type ReactNode, useEffect, useState } from 'react'
import { lastHeard, useConnection } from '../../relay/list/connection.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { formatClock } from '../../ui/text/format.ts'
import { clockFace } from '../../ui/text/Time.tsx'
import { useTranslation } from '../../ui/useTranslation.ts'
import { type ContestTimes, placeOf, useContestPhase } from '../contest/time/contestClock.ts'
import { cut } from './BoardRowView.tsx'
import { pendingOf } from './FreezeNote.tsx'
import { HALL, HallBoard, letters } from './HallBoard.tsx'
import { HallFeed } from './HallFeed.tsx'
import { useAwake } from './useAwake.ts'
import { useBoard } from './useBoard.ts'
import { useScale } from './useScale.ts'
import { useTurningPages } from './useTurningPages.ts'

type Props = {
  contest: ContestTimes & { number: number; title: string; status: string; participantCount: number }
  onLeave: () => void
}

/**
 * Full-screen dark scoreboard for a hall, made to run unattended for hours. It pages automatically, lists the
 * latest events, and shows since when it is disconnected.
 */
export function Projector({ contest, onLeave }: Props) {
  const { t } = useTranslation()
  const { number, title } = contest
  const isWaiting = contest.status === 'SCHEDULED'
  const { live } = useBoard(isWaiting ? null : { number, view: 'PUBLIC', late: false })
  const connection = useConnection()
  const scale = useScale(live?.board.head.problems.length ?? 0)
  useAwake()
  const rows = live?.reckoned.rows ?? []
  const { from, to } = useTurningPages(rows.length, HALL.rows)

  useEffect(() => {
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.fullscreenElement) onLeave()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [onLeave])

  const head = live?.board.head
  const isFrozen = head?.isSealed && head.freezesAt !== null
  return (
    <Portal>
      <Box
        data-theme="dark"
        role="region"
        aria-label={t('scoreboard:of', { title })}
        sx={{
          position: 'fixed',
          inset: 0,
          // Above toasts, which nobody in a hall could close.
          zIndex: 'tooltip',
          overflow: 'hidden',
          bgcolor: 'surface.canvas',
          color: 'text.primary',
          colorScheme: 'dark',
        }}
      >
        <Box
          style={{ ...scale.size, transform: `scale(${scale.factor})` }}
          sx={{ transformOrigin: '0 0', display: 'flex', flexDirection: 'column' }}
        >
          <Box sx={{ flex: 1, minHeight: 0, px: 12, pt: 8, display: 'flex', flexDirection: 'column' }}>
            <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 8, minHeight: 108 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Box
                  aria-hidden
                  sx={{
                    typography: 'hallRank',
                    ...cut,
                    ...letters,
                  }}
                >
                  {title}
                </Box>
                <Box
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 6,
                    mt: 2,
                    typography: 'hallFeed',
                    color: 'text.secondary',
                  }}
                >
                  {isFrozen && (
                    <Box
                      component="span"
                      sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'board.pending.fg' }}
                    >
                      <Icon name="snowflake" size={26} />
                      {t('scoreboard:hall.freezes', { at: formatClock(head.freezesAt ?? 0).slice(0, -3) })}
                    </Box>
                  )}
                  {live && <span>{t('scoreboard:hall.people', { count: rows.length })}</span>}
                  {isFrozen && head.type === 'ACM' && (
                    <span>{t('scoreboard:since', { count: pendingOf(rows) })}</span>
                  )}
                  {connection !== 'live' && (
                    <Box
                      component="span"
                      role="status"
                      sx={{ px: 3, borderRadius: 1, bgcolor: 'verdict.TLE.bg', color: 'verdict.TLE.fg' }}
                    >
                      {t('scoreboard:stale', { at: formatClock(lastHeard()) })}
                    </Box>
                  )}
                </Box>
              </Box>
              <HallTools onLeave={onLeave} />
              <HallClock times={contest} />
            </Box>
            <HallRail times={contest} />
            {live && <HallBoard live={live} from={from} />}
            {isWaiting && <Waiting registered={contest.participantCount} />}
          </Box>
          <HallFeed live={live}>
            {rows.length > 0 && t('scoreboard:hall.rows', { from: from + 1, to, total: rows.length })}
          </HallFeed>
        </Box>
      </Box>
    </Portal>
  )
}

/** Shown before the contest starts. */
function Waiting({ registered }: { registered: number }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ flex: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 4 }}>
      <Icon name="clock" size={72} />
      <Box sx={{ typography: 'hallClock' }}>{t('scoreboard:waiting')}</Box>
      {registered > 0 && (
        <Box sx={{ typography: 'hallTeam', color: 'text.secondary' }}>
          {t('scoreboard:hall.registered', { count: registered })}
        </Box>
      )}
    </Box>
  )
}

function HallClock({ times }: { times: ContestTimes }) {
  const { t } = useTranslation()
  const { status, left } = useContestPhase(times)
  const { days, clock } = clockFace(left)
  if (status === 'ENDED')
    return <Box sx={{ typography: 'hallFeed', color: 'text.secondary' }}>{t('scoreboard:hall.over')}</Box>
  return (
    <Box sx={{ textAlign: 'right' }}>
      <Box sx={{ typography: 'hallSub', color: 'text.secondary' }}>
        {t(status === 'RUNNING' ? 'scoreboard:hall.left' : 'scoreboard:hall.startsIn')}
      </Box>
      <Box role="timer" sx={{ typography: 'hallClock' }}>
        {days > 0 ? t('contest:clock.days', { count: days, clock }) : clock}
      </Box>
    </Box>
  )
}

/** Timeline of the contest, with the frozen part hatched. */
function HallRail({ times }: { times: ContestTimes }) {
  const { progress } = useContestPhase(times)
  const { freezesAt } = times
  return (
    <Box
      aria-hidden
      sx={{
        position: 'relative',
        height: 8,
        mt: 4,
        mb: 3,
        borderRadius: '4px',
        bgcolor: 'divider',
        overflow: 'hidden',
        flex: 'none',
      }}
    >
      <Box style={{ width: `${progress * 100}%` }} sx={{ height: 1, bgcolor: 'text.secondary' }} />
      {typeof freezesAt === 'string' && (
        <Box
          data-frozen=""
          style={{ left: `${placeOf(times, freezesAt) * 100}%` }}
          sx={{
            position: 'absolute',
            inset: 0,
            backgroundImage: ({ vars }) =>
              `repeating-linear-gradient(135deg, ${vars.palette.board.pending.border} 0 3px, transparent 3px 8px)`,
          }}
        />
      )}
    </Box>
  )
}

/** Shown while the pointer moves or the keyboard focus is inside. */
function HallTools({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const see = () => {
      setSeen(true)
      clearTimeout(timer)
      timer = setTimeout(() => setSeen(false), 3000)
    }
    see()
    for (const event of ['pointermove', 'keydown', 'focusin']) window.addEventListener(event, see)
    return () => {
      clearTimeout(timer)
      for (const event of ['pointermove', 'keydown', 'focusin']) window.removeEventListener(event, see)
    }
  }, [])
  const tool = (label: string, icon: ReactNode, onClick: () => void) => (
    <IconButton
      aria-label={label}
      title={label}
      onClick={onClick}
      sx={{ width: 56, height: 56, color: 'text.secondary' }}
    >
      {icon}
    </IconButton>
  )
  return (
    <Box
      sx={{ display: 'flex', alignSelf: 'flex-start', opacity: seen ? 1 : 0, transition: 'opacity 300ms' }}
    >
      {tool(t('scoreboard:fullScreen'), <Icon name="expand" size={26} />, () => {
        document.documentElement.requestFullscreen?.().catch(() => undefined)
      })}
      {tool(t('scoreboard:leaveProjector'), <Icon name="cross" size={26} />, () => {
        if (document.fullscreenElement) void document.exitFullscreen()
        onLeave()
      })}
    </Box>
  )
}
