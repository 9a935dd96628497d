/** A failure in the reader's words. */
import { RefusedError, UnreachableError } from '../relay/refusal.ts'
import { spoken } from './words.ts'

export function failureWords(error: unknown): string {
  const { t, exists } = spoken()
  if (error instanceof RefusedError) {
    if (error.code === 'NOT_FOUND') return t('app:error.notFound')
    const key = `refusal:${error.code}`
    // The codes are the server's, so the key is only known here at run time.
    return exists(key) ? String(t(key as 'app:error.server', error.parameters)) : error.message
  }
  if (error instanceof UnreachableError) return t(`app:error.${error.reason}`)
  return t('app:error.server')
}
