import type { Catalogues } from '../../../locales/i18n.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type NamedAction = keyof Catalogues['audit']['action']

/** Translates action names; unknown ones, of a newer server, stay as they are. */
export function useActionWords() {
  const { t } = useTranslation()
  return (action: string): string => {
    const words = t(`audit:action.${action as NamedAction}`)
    return words.startsWith('action.') ? action : words
  }
}
