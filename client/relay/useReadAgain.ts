import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router-dom'

/** Everybody who hears the same reads again within this time (ms), each at a moment of their own. */
const WITHIN = 3_000

/** Reads the page again soon, for what everybody hears at once. */
export function useReadAgain(): () => void {
  const { revalidate } = useRevalidator()
  const due = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(due.current), [])
  return () => {
    due.current ??= setTimeout(() => {
      due.current = undefined
      void revalidate()
    }, Math.random() * WITHIN)
  }
}
