import { useTranslation } from '../../ui/useTranslation.ts'

const MINUTE = 60_000

/** Says how long it is from one time to another, in hours and minutes. */
export function useLengthWords() {
  const { t } = useTranslation()
  return (from: string, to: string): string => {
    const minutes = Math.round((Date.parse(to) - Date.parse(from)) / MINUTE)
    if (minutes < 60) return t('contest:facts.minutes', { minutes })
    const hours = Math.floor(minutes / 60)
    return minutes % 60 === 0
      ? t('contest:facts.wholeHours', { hours })
      : t('contest:facts.hours', { hours, minutes: minutes % 60 })
  }
}
