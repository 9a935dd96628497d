/** The message for an error, in the viewer's language. */
import { RefusedError, UnreachableError } from '../relay/refusal.ts'
import { words } from '../ui/useTranslation.ts'

export function failureWords(error: unknown): string {
  const { t } = words
  if (error instanceof RefusedError)
    // Server messages are localized already.
    return error.code === 'NOT_FOUND' ? t('app:error.notFound') : error.message
  if (error instanceof UnreachableError) return t(`app:error.${error.reason}`)
  return t('app:error.server')
}
