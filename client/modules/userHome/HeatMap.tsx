import Box from '@mui/material/Box'
import { type KeyboardEvent, type PointerEvent, Suspense, useId, useRef, useState } from 'react'
import { graphql, useFragment } from 'react-relay'
import type { HeatMap_home$key } from '../../__generated__/HeatMap_home.graphql.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { columnOf, type HeatDay, rowOf, stepOf, streakOf, yearOf } from './heatDays.ts'
import { HomeCard } from './UserHomeFrame.tsx'

const TipBubble = lazyPart(async () => (await import('../../ui/feedback/TipBubble.tsx')).TipBubble)

/** Side of a day by its step, in percent of its column. */
const SIDES = [16, 40, 58, 74, 90]

/** Weeks that a phone shows. */
const RECENT_WEEKS = 25

/** Days that a key moves along. */
const MOVES: Readonly<Record<string, number>> = { ArrowLeft: -7, ArrowRight: 7, ArrowUp: -1, ArrowDown: 1 }

/** Submissions of the last 365 days: the more, the larger; the current streak in green. */
export function HeatMap({ home }: { home: HeatMap_home$key }) {
  const { t, i18n } = useTranslation()
  const { activity } = useFragment(
    graphql`
      fragment HeatMap_home on UserHome {
        activity {
          today
          days {
            date
            submitted
            accepted
          }
        }
      }
    `,
    home,
  )
  const year = yearOf(activity.today, activity.days)
  const total = activity.days.reduce((sum, { submitted }) => sum + submitted, 0)
  const streak = streakOf(year)
  return (
    <HomeCard
      id="heat-map"
      title={t('userHome:heat.title')}
      note={t('userHome:heat.total', { count: total, number: formatNumber(total, i18n.language) })}
      end={streak.length > 0 && t('userHome:heat.streak', { count: streak.length })}
    >
      <Year year={year} streakFrom={streak.length > 0 ? streak.from : year.length} />
      <Legend />
    </HomeCard>
  )
}

const wordsOf = (date: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

type YearProps = { year: readonly HeatDay[]; streakFrom: number }

/** The grid of days: one tab stop, arrow keys move from day to day and tell each. */
function Year({ year, streakFrom }: YearProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const grid = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(year.length - 1)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const most = Math.max(...year.map(({ submitted }) => submitted))
  const columns = columnOf(year, year.length - 1) + 1
  const tell = (index: number): string => {
    const { date, submitted, accepted } = year[index] ?? { date: '', submitted: 0, accepted: 0 }
    return date && t('userHome:heat.day', { date: wordsOf(date, i18n.language), count: submitted, accepted })
  }
  const show = (index: number) => {
    setAt(index)
    setAnchor(grid.current?.querySelector<HTMLElement>(`[data-day="${index}"]`) ?? null)
  }
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return setAnchor(null)
    const ends: Readonly<Record<string, number>> = { Home: 0, End: year.length - 1 }
    const step = MOVES[event.key]
    const to = step === undefined ? ends[event.key] : at + step
    if (to === undefined) return
    event.preventDefault()
    show(Math.min(Math.max(to, 0), year.length - 1))
  }
  const point = (event: PointerEvent) => {
    const day = (event.target as HTMLElement).dataset.day
    if (day === undefined) setAnchor(null)
    else show(Number(day))
  }
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'auto minmax(0,1fr)', columnGap: 2 }}>
      <Box />
      <Months year={year} columns={columns} />
      <Weekdays />
      <Box
        ref={grid}
        role="slider"
        tabIndex={0}
        aria-label={t('userHome:heat.label')}
        aria-valuemin={0}
        aria-valuemax={year.length - 1}
        aria-valuenow={at}
        aria-valuetext={tell(at)}
        onKeyDown={move}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && show(at)}
        onBlur={() => setAnchor(null)}
        onPointerOver={point}
        onPointerDown={point}
        onPointerLeave={() => setAnchor(null)}
        sx={{
          ...weeks(columns),
          gridTemplateRows: 'repeat(7, auto)',
          gridAutoFlow: 'column',
          borderRadius: 1,
        }}
      >
        {year.map(({ date, submitted }, index) => {
          const old = columnOf(year, index) < columns - RECENT_WEEKS
          return (
            <Box
              key={date}
              data-day={index}
              className={old ? 'old' : undefined}
              style={{ gridRow: rowOf(date) + 1, gridColumn: 'auto' }}
              sx={{
                display: 'grid',
                placeItems: 'center',
                aspectRatio: '1',
                ...(anchor?.dataset.day === `${index}` && {
                  borderRadius: 0.67,
                  boxShadow: ({ vars }) => `inset 0 0 0 1.5px ${vars.palette.accent.fg}`,
                }),
              }}
            >
              <Dot step={stepOf(submitted, most)} green={index >= streakFrom && submitted > 0} />
            </Box>
          )
        })}
      </Box>
      {anchor && (
        <Suspense fallback={null}>
          <TipBubble id={id} anchor={anchor} title={tell(at)} />
        </Suspense>
      )}
    </Box>
  )
}

/** Grid of weeks; a phone shows the recent ones. */
const weeks = (columns: number) => ({
  display: 'grid',
  gridTemplateColumns: {
    xs: `repeat(${RECENT_WEEKS}, minmax(0,1fr))`,
    md: `repeat(${columns}, minmax(0,1fr))`,
  },
  '& .old': { display: { xs: 'none', md: 'grid' } },
})

const INKS = ['line.default', 'text.disabled', 'text.tertiary', 'text.secondary', 'text.primary']

const Dot = ({ step, green = false }: { step: number; green?: boolean }) => (
  <Box
    component="i"
    sx={{
      pointerEvents: 'none',
      width: `${SIDES[step]}%`,
      aspectRatio: '1',
      borderRadius: '22%',
      bgcolor: green ? 'verdict.AC.solid' : INKS[step],
      forcedColorAdjust: 'none',
    }}
  />
)

/** Names of the months above the weeks in which they begin. */
function Months({ year, columns }: { year: readonly HeatDay[]; columns: number }) {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'short', timeZone: 'UTC' })
  const names = new Map(
    year.flatMap(({ date }, at) =>
      date.endsWith('-01') ? [[columnOf(year, at), format.format(new Date(`${date}T00:00:00Z`))]] : [],
    ) as [number, string][],
  )
  return (
    <Box aria-hidden sx={{ ...weeks(columns), typography: 'caption', color: 'text.tertiary', mb: 1 }}>
      {Array.from({ length: columns }, (_, column) => column).map((column) => (
        <Box
          key={column}
          className={column < columns - RECENT_WEEKS ? 'old' : undefined}
          sx={{ minWidth: 0, whiteSpace: 'nowrap', height: 18 }}
        >
          {/* Too near the edge, a name would be cut. */}
          {column < columns - 2 ? names.get(column) : null}
        </Box>
      ))}
    </Box>
  )
}

/** Names of every other weekday. */
function Weekdays() {
  const { i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  const names = [0, 1, 2, 3, 4, 5, 6].map((day) => format.format(Date.UTC(2024, 0, 1 + day)))
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        gridTemplateRows: 'repeat(7, minmax(0,1fr))',
        fontSize: 11,
        lineHeight: 1,
        color: 'text.tertiary',
        alignItems: 'center',
      }}
    >
      {names.map((name, day) => (
        <span key={name}>{day % 2 === 0 && day < 6 ? name : ''}</span>
      ))}
    </Box>
  )
}

function Legend() {
  const { t } = useTranslation()
  const cell = { width: 14, height: 14, display: 'inline-grid', placeItems: 'center' }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        justifyContent: 'space-between',
        gap: 2,
        mt: 3,
        typography: 'caption',
        color: 'text.tertiary',
      }}
    >
      <span>{t('userHome:heat.note')}</span>
      <Box aria-hidden sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
        {t('userHome:heat.less')}
        {SIDES.map((side, step) => (
          <Box key={side} sx={cell}>
            <Dot step={step} />
          </Box>
        ))}
        {t('userHome:heat.more')}
        <Box sx={{ ...cell, ml: 2 }}>
          <Dot step={3} green />
        </Box>
        {t('userHome:heat.current')}
      </Box>
    </Box>
  )
}
