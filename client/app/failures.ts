/** A failure in the reader's words. */
import { RefusedError, UnreachableError } from '../relay/refusal.ts'
import { words } from '../ui/useTranslation.ts'

export function failureWords(error: unknown): string {
  const { t } = words
  if (error instanceof RefusedError)
    // The server has worded it, in the language that the question came in.
    return error.code === 'NOT_FOUND' ? t('app:error.notFound') : error.message
  if (error instanceof UnreachableError) return t(`app:error.${error.reason}`)
  return t('app:error.server')
}
