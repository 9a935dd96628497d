import { useCallback, useEffect, useState } from 'react'

/** Countdown in whole seconds: how many are left, and a function that starts it. */
export function useWait(): { left: number; wait: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const waiting = left > 0

  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 200)
    return () => clearInterval(timer)
  }, [waiting])

  const wait = useCallback((seconds: number) => {
    const begin = Date.now()
    setNow(begin)
    setUntil(begin + seconds * 1000)
  }, [])
  return { left, wait }
}
