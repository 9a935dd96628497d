import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { RefusedError, UnreachableError } from '../relay/refusal.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { failureWords } from './failures.ts'
import { NotFound } from './NotFound.tsx'

/** The code of a page did not come, in the words of the several browsers. */
const isMissingChunk = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module|module script|chunk/i.test(error.message)

/** A page that could not be shown: absent, out of reach, or broken. The shell stays around it. */
export function RouteError() {
  const { t } = useTranslation()
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const absent = error instanceof RefusedError && error.code === 'NOT_FOUND'
  const chunk = isMissingChunk(error)
  const expected = error instanceof RefusedError || error instanceof UnreachableError || chunk

  // Back on the line, a page that was out of reach tries again by itself.
  useEffect(() => {
    if (!(error instanceof UnreachableError)) return
    const again = () => void revalidate()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [error, revalidate])

  if (absent) return <NotFound />
  return (
    <Box sx={{ maxWidth: 560, mx: 'auto', px: 4, py: 12 }}>
      <ErrorState
        main
        title={expected ? (chunk ? t('app:error.chunk') : failureWords(error)) : t('app:error.title')}
        text={expected ? undefined : t('app:error.text')}
        retry={t('app:error.retry')}
        onRetry={() => {
          if (chunk || !expected) location.reload()
          else void revalidate()
        }}
      />
    </Box>
  )
}
