import Box from '@mui/material/Box'
import { Tip } from '../../ui/feedback/Tip.tsx'
import { formatDate, formatDateTime } from '../../ui/text/format.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

const DAY = 24 * 3600_000

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** Number of calendar days between two moments, in local time. */
export const daysBetween = (from: Date, to: Date) => Math.round((midnight(to) - midnight(from)) / DAY)

/** Whether a moment is today or one of the two days before. */
export const isRecent = (at: string) => daysBetween(new Date(at), new Date()) <= 2

/** Formats a day as 'today', 'yesterday' or 11-17, with the year when it is not the current one. */
export function dayWords(at: Date, now: Date, locale: string): string {
  const days = daysBetween(at, now)
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
  const date = formatDate(at.getTime())
  return at.getFullYear() === now.getFullYear() ? date.slice(5) : date
}

/** A short day, with the exact time in a tooltip. */
export function DayMark({ at }: { at: string }) {
  const { i18n } = useTranslation()
  return (
    <Tip title={formatDateTime(at)}>
      <Box
        component="time"
        dateTime={at}
        sx={{ typography: 'caption', color: 'text.tertiary', whiteSpace: 'nowrap', flex: 'none' }}
      >
        {dayWords(new Date(at), new Date(), i18n.language)}
      </Box>
    </Tip>
  )
}
