import { useCallback, useEffect, useState } from 'react'
import type { RefusedError } from '../../relay/refusal.ts'
import { useNow } from '../../ui/text/Time.tsx'

type Purpose = 'register' | 'reset' | 'email'

/** When the next mail can be requested (ms); kept while the dialog is closed. */
const until = new Map<Purpose, number>()

/**
 * Time until another mail can be requested (s), and a function that starts it. A MAIL_TOO_SOON error starts
 * it too.
 */
export function useResend(purpose: Purpose, refusal: RefusedError | null) {
  useNow()
  const [, setEnd] = useState(until.get(purpose) ?? 0)
  const wait = useCallback(
    (seconds: number) => {
      const end = Date.now() + seconds * 1000
      until.set(purpose, end)
      setEnd(end)
    },
    [purpose],
  )

  useEffect(() => {
    if (refusal?.code === 'MAIL_TOO_SOON') wait(Number(refusal.parameters.seconds) || 0)
  }, [refusal, wait])

  return { left: Math.max(0, Math.ceil(((until.get(purpose) ?? 0) - Date.now()) / 1000)), wait }
}
