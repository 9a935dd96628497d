import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect } from 'react'
import { useMatches, useNavigate, useRevalidator, useRouteError } from 'react-router-dom'
import type { TitledHandle } from '../relay/page.tsx'
import { RefusedError, UnreachableError } from '../relay/refusal.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useTranslation } from '../ui/useTranslation.ts'
import { failureWords } from './failures.ts'
import { NotFound } from './NotFound.tsx'
import { openSessionDialog } from './session/sessionDialog.ts'
import { toast } from './toasts.ts'
import { useUnaskedRetry } from './useUnaskedRetry.ts'

/** Whether the code of a page failed to load; each browser words it differently. */
const isMissingChunk = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|importing a module|module script|chunk/i.test(error.message)

/** Refusals of areas that are switched off; they lead to the home page. */
const CLOSED_AREAS = ['DISCUSSIONS_CLOSED', 'GROUP_DISCUSSIONS_CLOSED']

/** Error page of a route: not found, unreachable or broken. The shell stays around it. */
export function RouteError() {
  const { t } = useTranslation()
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const matches = useMatches()
  const navigate = useNavigate()
  const closed = error instanceof RefusedError && CLOSED_AREAS.includes(error.code) ? error.message : null
  const absent = error instanceof RefusedError && error.code === 'NOT_FOUND'
  const chunk = isMissingChunk(error)
  const expected = error instanceof RefusedError || error instanceof UnreachableError || chunk

  // One that is under way would begin again.
  useUnaskedRetry(error, () => state === 'idle' && revalidate())

  useEffect(() => {
    if (closed === null) return
    toast.warning(closed)
    void navigate('/home', { replace: true })
  }, [closed, navigate])

  if (closed !== null) return null
  if (absent) {
    const last = matches.at(-1)
    const { absent: words } = (last?.handle ?? {}) as Partial<TitledHandle>
    return <NotFound what={words?.(t, (name) => last?.params[name] ?? '')} />
  }
  if (error instanceof RefusedError && error.code === 'UNAUTHENTICATED')
    return (
      <Box sx={{ maxWidth: 560, mx: 'auto', px: 4, py: 12 }}>
        <EmptyState title={t('app:error.needsLogin')} text={t('app:error.needsLoginText')}>
          <Button variant="contained" color="primary" onClick={() => openSessionDialog('login')}>
            {t('app:user.signIn')}
          </Button>
        </EmptyState>
      </Box>
    )
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
