import Box from '@mui/material/Box'
import { graphql, useFragment } from 'react-relay'
import type { MonthChart_home$key } from '../../__generated__/MonthChart_home.graphql.ts'
import { useTranslation } from '../../ui/useTranslation.ts'
import { visuallyHidden } from '../../ui/visuallyHidden.ts'
import { type Month, monthsOf } from './heatDays.ts'
import { HomeCard } from './UserHomeFrame.tsx'

/** Height of the tallest bar (px). */
const TALLEST = 88

/** Submissions of the last twelve months, and how many were accepted; nothing while there are none. */
export function MonthChart({ home }: { home: MonthChart_home$key }) {
  const { t } = useTranslation()
  const { activity } = useFragment(
    graphql`
      fragment MonthChart_home on UserHome {
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
  if (activity.days.length === 0) return null
  const months = monthsOf(activity.today, activity.days)
  return (
    <HomeCard id="months" title={t('userHome:months.title')} end={<Legend />}>
      <Bars months={months} />
      <Figures months={months} />
    </HomeCard>
  )
}

function Legend() {
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
      {t('userHome:months.accepted')}
      <Box component="span" sx={{ width: 4 }} />
      {mark('line.default')}
      {t('userHome:months.other')}
    </Box>
  )
}

function Bars({ months }: { months: readonly Month[] }) {
  const { t, i18n } = useTranslation()
  const most = Math.max(1, ...months.map(({ submitted }) => submitted))
  const height = (count: number) => (count > 0 ? Math.max(2, (count / most) * TALLEST) : 0)
  const format = new Intl.DateTimeFormat(i18n.language, { month: 'narrow', timeZone: 'UTC' })
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', alignItems: 'flex-end', gap: 1.5, minHeight: TALLEST + 24, textAlign: 'center' }}
    >
      {months.map(({ month, submitted, accepted }) => (
        <Box
          key={month}
          title={t('userHome:months.month', { month, count: submitted, accepted })}
          sx={{ flex: 1, minWidth: 0, display: 'grid', gap: '1px' }}
        >
          <Box sx={{ height: height(submitted - accepted), borderRadius: '3px', bgcolor: 'line.default' }} />
          <Box sx={{ height: height(accepted), borderRadius: '3px', bgcolor: 'verdict.AC.solid' }} />
          {submitted === 0 && <Box sx={{ height: 2, bgcolor: 'line.subtle' }} />}
          <Box component="span" sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {format.format(new Date(`${month}-01T00:00:00Z`)).replace('月', '')}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** The chart as a table, for screen readers. */
function Figures({ months }: { months: readonly Month[] }) {
  const { t } = useTranslation()
  return (
    // A hidden table would ignore its width; the box around it does not.
    <Box sx={visuallyHidden}>
      <table>
        <caption>{t('userHome:months.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('userHome:months.name')}</th>
            <th scope="col">{t('userHome:submissions')}</th>
            <th scope="col">{t('userHome:months.accepted')}</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, submitted, accepted }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td>{submitted}</td>
              <td>{accepted}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
