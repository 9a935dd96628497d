import type { useTranslation } from './useTranslation.ts'

/** The names that the contest form, in either language, and reveals give the first tiers. */
const KNOWN: Readonly<Record<string, 'gold' | 'silver' | 'bronze'>> = {
  Gold: 'gold',
  金牌: 'gold',
  Silver: 'silver',
  银牌: 'silver',
  Bronze: 'bronze',
  铜牌: 'bronze',
}

/** The name of an award in the reader's language; a name that an organiser made up stays as it is. */
export function awardName(t: ReturnType<typeof useTranslation>['t'], name: string): string {
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
  return known ? t(`ui:award.${known}`) : name
}
