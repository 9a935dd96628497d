import type { useTranslation } from '../useTranslation.ts'

/** Default names of the first award tiers, in both languages. */
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

/** Localized name of an award; custom names are unchanged. */
export function awardName(t: ReturnType<typeof useTranslation>['t'], name: string): string {
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
  if (!known) return name
  const words = t(`ui:award.${known}`)
  return isHan(words) === isHan(name) ? name : words
}
