import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router-dom'

/** Everybody who hears the same reads again within this time (ms) where nobody waits, each at a moment of their own. */
const WITHIN = 3_000

/** Reads the page again soon, `within` so long (ms), for what everybody hears at once. */
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
