import { useTranslation } from '../../../ui/useTranslation.ts'

const MINUTE = 60_000
const HOUR = 60
const DAY = 24 * HOUR

/** Parts of a number of minutes: whole days from two on, else hours and minutes, without those that are zero. */
export function partsOf(all: number) {
  if (all >= 2 * DAY && all % DAY === 0) return { unit: 'days', days: all / DAY } as const
  const minutes = all % HOUR
  const hours = Math.floor(all / HOUR)
  if (hours === 0) return { unit: 'minutes', minutes } as const
  return minutes === 0
    ? ({ unit: 'wholeHours', hours } as const)
    : ({ unit: 'hours', hours, minutes } as const)
}

/** Says how long it is from one time to another. */
export function useLengthWords() {
  const { t } = useTranslation()
  return (from: string, to: string): string => {
    const { unit, ...values } = partsOf(Math.round((Date.parse(to) - Date.parse(from)) / MINUTE))
    return t(`contest:facts.${unit}`, values)
  }
}
