import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type {
  WeekStatistic_site$data,
  WeekStatistic_site$key,
} from '../../__generated__/WeekStatistic_site.graphql.ts'
import { formatCount, formatNumber, formatRate } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { HomeCard } from './HomeFrame.tsx'

type Day = WeekStatistic_site$data['weekStatistic']['days'][number]

/** Least height of the chart (px); it fills its card. */
const LOWEST = 172

/** Submissions of the last seven days, and how many were accepted. */
export function WeekStatistic({ site }: { site: WeekStatistic_site$key }) {
  const { t, i18n } = useTranslation()
  const { days, total, previousTotal } = useFragment(
    graphql`
      fragment WeekStatistic_site on Site {
        weekStatistic {
          total
          previousTotal
          days {
            date
            accepted
            total
          }
        }
      }
    `,
    site,
  ).weekStatistic
  const number = (value: number) => formatNumber(value, i18n.language)
  const accepted = days.reduce((sum, day) => sum + day.accepted, 0)

  return (
    <HomeCard id="week" title={t('home:week.title')} grow aside={<Legend />}>
      <Box
        sx={{
          display: 'flex',
          flexDirection: 'column',
          flex: 1,
          gap: 3,
          px: 4,
          pb: 4,
        }}
      >
        <Box sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
            <Box component="b" sx={{ typography: 'verdict' }}>
              {number(total)}
            </Box>
            <Change total={total} before={previousTotal} />
          </Box>
          <Box sx={{ typography: 'dense', color: 'text.secondary' }}>
            {total > 0
              ? t('home:week.accepted', {
                  count: accepted,
                  number: number(accepted),
                  rate: formatRate(accepted / total),
                })
              : t('home:week.none')}
          </Box>
        </Box>
        <Bars days={days} />
        <Figures days={days} />
      </Box>
    </HomeCard>
  )
}

const Legend = () => {
  const { t } = useTranslation()
  const mark = (color: string) => (
    <Box component="i" sx={{ width: 8, height: 8, borderRadius: '2px', bgcolor: color }} />
  )
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', alignItems: 'center', gap: 1, typography: 'caption', color: 'text.tertiary' }}
    >
      {mark('verdict.AC.solid')}
      {t('home:week.legendAccepted')}
      <Box component="span" sx={{ width: 4 }} />
      {mark('line.default')}
      {t('home:week.legendOther')}
    </Box>
  )
}

/** Growth above this share is given as the earlier number instead. */
const PLAIN = 1

/** Change from the seven days before; empty when they had no submissions. */
function Change({ total, before }: { total: number; before: number }) {
  const { t, i18n } = useTranslation()
  if (before === 0) return null
  const share = (total - before) / before
  if (share > PLAIN)
    return (
      <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
        {t('home:week.before', { number: formatNumber(before, i18n.language) })}
      </Box>
    )
  const change = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(share)
  return (
    <Box sx={{ typography: 'caption', color: share > 0 ? 'verdict.AC.fg' : 'text.tertiary' }}>
      {t('home:week.change', { change })}
    </Box>
  )
}

/** Name of a weekday. Dates have no time and are read as UTC, so that the day does not shift. */
const weekday = (date: string, locale: string, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))

/** Height of a bar: its part of the tallest one. */
const share = (count: number) => ({ flex: `${count} 0 0px`, minHeight: 2 })

function Bars({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation()
  const most = Math.max(1, ...days.map((day) => day.total))
  return (
    <Box
      aria-hidden
      sx={{
        flex: 1,
        display: 'flex',
        gap: 2.5,
        minHeight: LOWEST,
        typography: 'caption',
        color: 'text.tertiary',
        textAlign: 'center',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {days.map((day) => (
        <Box
          key={day.date}
          title={t('home:week.day', { date: day.date, accepted: day.accepted, count: day.total })}
          sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 0.5, fontSize: 11 }}
        >
          <Box sx={{ flexGrow: most - day.total }} />
          <span>{formatCount(day.total)}</span>
          {day.total > day.accepted && (
            <Box
              sx={{
                ...share(day.total - day.accepted),
                borderRadius: '3px 3px 0 0',
                bgcolor: 'line.default',
              }}
            />
          )}
          {day.accepted > 0 && (
            <Box
              sx={{
                ...share(day.accepted),
                borderRadius: day.total > day.accepted ? '0 0 3px 3px' : '3px',
                bgcolor: 'verdict.AC.solid',
              }}
            />
          )}
          {day.total === 0 && <Box sx={{ height: 2, borderRadius: '1px', bgcolor: 'line.subtle' }} />}
          <Box component="span" sx={{ typography: 'caption', mt: 1 }}>
            {weekday(day.date, i18n.language, 'short')}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** The chart as a table, for screen readers. */
function Figures({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation()
  return (
    // A hidden table would ignore its width; the box around it does not.
    <Box sx={visuallyHidden}>
      <table>
        <caption>{t('home:week.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('home:week.date')}</th>
            <th scope="col">{t('home:week.total')}</th>
            <th scope="col">{t('home:week.legendAccepted')}</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{`${day.date} ${weekday(day.date, i18n.language, 'long')}`}</th>
              <td>{day.total}</td>
              <td>{day.accepted}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
