import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router-dom'

/** Subscribers of one event reload at random moments within this time (ms). */
const WITHIN = 3_000

/** Reloads the page at a random moment within `within` (ms), for events that everybody receives. */
export function useReadAgain(within = WITHIN): () => void {
  const { revalidate } = useRevalidator()
  const due = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(due.current), [])
  return useCallback(() => {
    due.current ??= setTimeout(() => {
      due.current = undefined
      void revalidate()
    }, Math.random() * within)
  }, [revalidate, within])
}
