import type { Catalogues } from '../../../locales/i18n.ts'
import { useTranslation } from '../../ui/useTranslation.ts'

type NamedAction = keyof Catalogues['audit']['action']

/** What acts are called; one that is newer than this page goes by its own name. */
export function useActionWords() {
  const { t } = useTranslation()
  return (action: string): string => {
    const words = t(`audit:action.${action as NamedAction}`)
    return words.startsWith('action.') ? action : words
  }
}
