import { isDeepStrictEqual } from 'node:util'
import type { Witness } from '#server/doors/http.ts'
import type { OnAnswer } from '#server/doors/rest/serve.ts'

/**
 * Holds each answer of the REST door to the shape its call declares, unknown keys included. A call whose answer does
 * not fit fails, and so does the end of its test file, because few tests look at all that is answered. So does a
 * mutation that refuses with a code it does not declare.
 */
export function answersHeld(): Required<Witness> & { onAnswer: OnAnswer; verify(): void } {
  const faults = new Set<string>()
  return {
    onAnswer({ method, path, answer }, data) {
      const sent: unknown = JSON.parse(JSON.stringify(data))
      const fault = (why: string) => {
        faults.add(`${method} ${path}: ${why}`)
        throw new Error(`the answer of ${method} ${path} is not what it declares: ${why}`)
      }
      if (!answer) return sent === null ? undefined : fault('it declares none')
      const parsed = answer.safeParse(sent)
      if (!parsed.success) fault(parsed.error.message)
      else if (!isDeepStrictEqual(parsed.data, sent)) fault(`only ${JSON.stringify(parsed.data)} is declared`)
    },
    onUndeclared: (mutation, code) =>
      void faults.add(`${mutation} refused with ${code}, which it does not declare`),
    verify() {
      if (faults.size > 0) throw new Error([...faults].join('\n'))
    },
  }
}
