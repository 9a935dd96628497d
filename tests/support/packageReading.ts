import { refusalOf } from '#server/core/errors.ts'
import { readPackage } from '#server/modules/package/importing.ts'
import type { Unpacked } from '#server/modules/testset/unpack.ts'

/** The first problem of a package: with its cases as input, subtask and score, and its notes as kind and key. */
export function readFirst(unpacked: Unpacked) {
  const [found] = readPackage(unpacked)
  if (!found) throw new Error('no problem')
  const { problem, report } = found
  return {
    problem,
    cases: problem.testcases.map(({ input, subtask, score }) => [
      Buffer.from(input).toString().trim(),
      subtask,
      score,
    ]),
    notes: report.notes,
    said: report.notes.map(({ kind, key }) => `${kind} ${key}`),
  }
}

/** Code of a refusal and what it names; null for other errors. */
export function namedIn(error: unknown): unknown[] | null {
  const refusal = refusalOf(error)
  const { what, file, limit } = refusal?.parameters ?? {}
  return refusal && [refusal.code, what ?? file ?? limit]
}

/** The same of what `act` throws; null: nothing. */
export function refusedBy(act: () => unknown): unknown[] | null {
  try {
    act()
  } catch (error) {
    return namedIn(error)
  }
  return null
}
