import { formatClock, formatDateTime } from '../../../ui/text/format.ts'
import { useTranslation } from '../../../ui/useTranslation.ts'

const withoutSeconds = (text: string) => text.slice(0, -3)

/** Formats a range of times; one date when both are on the same day. */
export function useTimesWords(): (startsAt: string, endsAt: string) => string {
  const { t } = useTranslation()
  return (startsAt, endsAt) => {
    const [from, to] = [formatDateTime(startsAt), formatDateTime(endsAt)]
    const sameDay = from.slice(0, 10) === to.slice(0, 10)
    return t('contest:times', {
      from: withoutSeconds(from),
      to: withoutSeconds(sameDay ? formatClock(endsAt) : to),
    })
  }
}
