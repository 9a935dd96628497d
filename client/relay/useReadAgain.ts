import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router-dom'

/** Subscribers of one event reload at random moments within this time (ms). */
const WITHIN = 3_000

/** Reloads the page at a random moment within `within` (ms), for events that everybody receives. */
export function useReadAgain(within = WITHIN): () => void {
  const { revalidate } = useRevalidator()
  return useSpread(revalidate, within)
}

/**
 * Returns a function that calls `call` at a random moment within `within` (ms), once for all calls until then. What
 * everybody is told at once is so not asked by everybody at once.
 */
export function useSpread(call: () => unknown, within: number): () => void {
  const latest = useRef(call)
  latest.current = call
  const due = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(
    () => () => {
      clearTimeout(due.current)
      due.current = undefined
    },
    [],
  )
  return useCallback(() => {
    due.current ??= setTimeout(() => {
      due.current = undefined
      void latest.current()
    }, Math.random() * within)
  }, [within])
}
