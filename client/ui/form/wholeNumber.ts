import type { Translator } from '../../../locales/phrases.ts'

/** Error of a number that must be an integer within bounds; null when it is valid. */
export function wholeNumberFault(
  t: Translator,
  value: number | null,
  { min = 0, max }: { min?: number; max: number },
) {
  if (value === null) return { words: t('ui:fault.REQUIRED') }
  if (Number.isNaN(value)) return { words: t('ui:fault.NOT_A_NUMBER') }
  if (!Number.isInteger(value)) return { words: t('ui:fault.NOT_WHOLE') }
  if (value < min) return { words: t('ui:fault.TOO_SMALL', { min }) }
  return value > max ? { words: t('ui:fault.TOO_LARGE', { max }), atOnce: true } : null
}
