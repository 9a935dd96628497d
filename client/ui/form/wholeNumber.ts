import type { Translator } from '../../../locales/phrases.ts'

/** Digits in groups from five on: 1024 and 1,000,000. */
const figure = (value: number) => value.toLocaleString('en-US', { useGrouping: 'min2' })

/** Error of a number that must be an integer within bounds; null when it is valid. */
export function wholeNumberFault(
  t: Translator,
  value: number | null,
  { min = 0, max }: { min?: number; max: number },
) {
  if (value === null) return { words: t('ui:fault.REQUIRED') }
  if (Number.isNaN(value)) return { words: t('ui:fault.NOT_A_NUMBER') }
  if (!Number.isInteger(value)) return { words: t('ui:fault.NOT_WHOLE') }
  if (value < min) return { words: t('ui:fault.TOO_SMALL', { min: figure(min) }) }
  return value > max ? { words: t('ui:fault.TOO_LARGE', { max: figure(max) }), atOnce: true } : null
}
