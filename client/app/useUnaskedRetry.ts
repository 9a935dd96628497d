import { useEffect, useRef } from 'react'
import { onReturn } from '../relay/list/connection.ts'
import { UnreachableError } from '../relay/refusal.ts'

/** Shortest time (ms) between retries; each client takes up to twice as long, so that they do not come all at once. */
const INTERVAL = 10_000

/** Retries what a lost connection had failed: once it is back, and now and then, since a retry can fail too. */
export function useUnaskedRetry(error: unknown, retry: () => void): void {
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!(error instanceof UnreachableError)) return
    const again = () => latest.current()
    const timer = setInterval(again, INTERVAL * (1 + Math.random()))
    const forget = onReturn(again)
    return () => {
      clearInterval(timer)
      forget()
    }
  }, [error])
}
