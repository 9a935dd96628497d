import type { useTranslation } from '../useTranslation.ts'

/** The names that the contest form, in either language, and reveals give the first tiers. */
const KNOWN: Readonly<Record<string, 'gold' | 'silver' | 'bronze'>> = {
  Gold: 'gold',
  金牌: 'gold',
  金奖: 'gold',
  Silver: 'silver',
  银牌: 'silver',
  银奖: 'silver',
  Bronze: 'bronze',
  铜牌: 'bronze',
  铜奖: 'bronze',
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

/** The name of an award in the reader's language; a name that an organiser made up stays as it is. */
export function awardName(t: ReturnType<typeof useTranslation>['t'], name: string): string {
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
  if (!known) return name
  const words = t(`ui:award.${known}`)
  return isHan(words) === isHan(name) ? name : words
}
