import type { Problem } from '#prisma/generated/client.ts'
import { type FieldFaults, Refusal } from '../../../core/errors.ts'
import type { ProblemFields } from './problemFields.ts'

type Shown = Pick<ProblemFields, 'visibility' | 'statements'>

const PARTS = ['input', 'output'] as const

/** Faults of a problem whose statements all lack the text about its input or its output. */
function faultsOf({ statements }: Shown): FieldFaults {
  const [first] = statements
  if (!first || statements.some((row) => PARTS.every((part) => row[part].trim() !== ''))) return {}
  const missing = PARTS.filter((part) => first[part].trim() === '')
  return Object.fromEntries(
    missing.map((part) => [`statements.${first.locale}.${part}`, { code: 'REQUIRED' }]),
  )
}

/**
 * Refuses a save that shows a problem without the texts about its input and output, or that removes them from a shown
 * one. Hidden drafts may lack them; problems of other judges and of packages have them in the description, so that a
 * shown problem without them may be saved again.
 */
export function requireShownWords(
  before: Pick<Problem, 'visibility' | 'bankKey'> | null,
  was: Shown,
  next: Shown,
): void {
  if (next.visibility === 'HIDDEN' || before?.bankKey) return
  const faults = faultsOf(next)
  if (Object.keys(faults).length === 0) return
  const wasShown = before !== null && before.visibility !== 'HIDDEN'
  if (wasShown && Object.keys(faultsOf(was)).length > 0) return
  throw new Refusal('INVALID_INPUT', { fields: faults })
}
