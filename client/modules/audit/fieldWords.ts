import type { Catalogues } from '../../../locales/i18n.ts'
import type { Translator } from '../../../locales/phrases.ts'

type Part = keyof Catalogues['audit']['field']

/**
 * Translates a field name: `statements.EN_US.title` is 'Statement · English · Title'. Unknown parts stay as
 * they are.
 */
export const fieldWords = (t: Translator, field: string): string =>
  field
    .split('.')
    .map((part) => t(`audit:field.${part as Part}`, { defaultValue: part }))
    .join(' · ')
