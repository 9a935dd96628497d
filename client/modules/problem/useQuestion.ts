import { useRef, useState } from 'react'

/** Delay (ms) before an overwriting submission is sent. */
const SECOND_THOUGHT = 1000

/** A yes/no question; `ask` resolves with the answer. */
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
