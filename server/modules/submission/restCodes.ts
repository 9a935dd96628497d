import type { JudgingState, Verdict } from '#prisma/generated/enums.ts'
import { VERDICT_CODE } from '../problem/restCodes.ts'

/** How far judging is, in the numbers that clients of the reference system put into one with the verdicts. */
const STATE_CODE: Record<Exclude<JudgingState, 'DONE'>, number> = { QUEUED: 5, COMPILING: 6, RUNNING: 7 }

export const WAITING_CODE = STATE_CODE.QUEUED

export const statusOf = ({ state, verdict }: { state: JudgingState; verdict: Verdict | null }): number => {
  if (state !== 'DONE') return STATE_CODE[state]
  return verdict === null ? WAITING_CODE : VERDICT_CODE[verdict]
}

const keyOf = <Key extends string>(codes: Record<Key, number>, code: number): Key | undefined =>
  (Object.keys(codes) as Key[]).find((key) => codes[key] === code)

/** Too much output shares the number of a runtime error; a filter by that number means the latter. */
const { OUTPUT_LIMIT_EXCEEDED: _, ...FILTERABLE } = VERDICT_CODE

/** The rows that a number asks for; null for one that no row has. */
export function outcomeOf(code: number): { verdict?: Verdict; state?: JudgingState } | null {
  const state = keyOf(STATE_CODE, code)
  if (state) return { state }
  const verdict = keyOf(FILTERABLE, code)
  return verdict ? { verdict } : null
}
