import { useRef, useState } from 'react'

/** Anyone who overwrites what they sent may still think better of it for so long (ms). */
const SECOND_THOUGHT = 1000

/** A question that an act waits for. */
export function useQuestion() {
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<((answer: boolean) => void) | null>(null)
  return {
    isOpen,
    ask: () =>
      new Promise<boolean>((resolve) => {
        waiting.current = resolve
        setOpen(true)
      }),
    answer(yes: boolean) {
      const resolve = waiting.current
      waiting.current = null
      setOpen(false)
      if (resolve) setTimeout(() => resolve(yes), yes ? SECOND_THOUGHT : 0)
    },
  }
}
