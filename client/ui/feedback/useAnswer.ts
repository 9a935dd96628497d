import { useRef, useState } from 'react'

/**
 * A question that a save waits for:
 *
 *   const answer = useAnswer<number>()
 *   if (!(await answer.ask(count))) return null
 *   {answer.question !== null && <Confirm onConfirm={answer.agree} onClose={answer.close} … />}
 */
export function useAnswer<Question>() {
  const [question, setQuestion] = useState<Question | null>(null)
  const resolve = useRef<(yes: boolean) => void>(() => {})
  return {
    /** The open question; null: none. */
    question,
    /** Resolves to whether the viewer agreed. */
    ask: (asked: Question): Promise<boolean> => {
      setQuestion(asked)
      return new Promise((answered) => {
        resolve.current = answered
      })
    },
    agree: () => resolve.current(true),
    /** Declines, unless the viewer has agreed. */
    close: () => {
      resolve.current(false)
      setQuestion(null)
    },
  }
}
