import { useState } from 'react'
import { useNow } from '../../ui/Time.tsx'

/** Until when one has to wait for the next mail, also for a dialog that was closed meanwhile. */
const until = new Map<'register' | 'reset', number>()

/** The seconds before another mail may be asked for, and how to begin to wait. */
export function useResend(purpose: 'register' | 'reset') {
  useNow()
  const [, setEnd] = useState(until.get(purpose) ?? 0)
  const left = Math.max(0, Math.ceil(((until.get(purpose) ?? 0) - Date.now()) / 1000))
  const wait = (seconds: number) => {
    const end = Date.now() + seconds * 1000
    until.set(purpose, end)
    setEnd(end)
  }
  return { left, wait }
}
