import { isDeepStrictEqual } from 'node:util'
import type { Witness } from '#server/doors/http.ts'
import type { OnAnswer } from '#server/doors/rest/serve.ts'

/**
 * Compares each REST answer with the shape that its call declares; unknown keys count as faults. A fault fails the call and,
 * in `verify`, the test file, because few tests read the whole answer. A mutation that refuses with an undeclared code
 * is a fault too.
 */
export function createAnswerChecker(): Required<Witness> & { onAnswer: OnAnswer; verify(): void } {
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
