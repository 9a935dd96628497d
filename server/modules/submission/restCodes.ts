import type { JudgingState, Verdict } from '#prisma/generated/enums.ts'
import { NOT_SUBMITTED, VERDICT_CODE } from '../problem/restCodes.ts'

/** How far judging is, in the numbers that clients of the reference system put into one with the verdicts. */
const STATE_CODE: Record<Exclude<JudgingState, 'DONE'>, number> = {
  QUEUED: 5,
  COMPILING: 6,
  RUNNING: 7,
  AWAITING_ACCOUNT: 5,
  SENDING: 9,
  SENT: 5,
}

/** "Submitted, result hidden". */
const HIDDEN_CODE = -5

/** Every number that a submission is shown with. */
export const SHOWN_CODE: Readonly<Record<string, number>> = {
  HIDDEN: HIDDEN_CODE,
  ...VERDICT_CODE,
  ...STATE_CODE,
}

/** And that of a problem to which nothing was submitted. */
export const PROGRESS_CODE = { NOT_SUBMITTED, ...SHOWN_CODE }

export const WAITING_CODE = STATE_CODE.QUEUED

type Outcome = { state: JudgingState | null; verdict: Verdict | null }

/** The number of an outcome; its state is null where the reader may not know it. */
export const statusOf = ({ state, verdict }: Outcome): number => {
  if (state === null) return HIDDEN_CODE
  if (state !== 'DONE') return STATE_CODE[state]
  return verdict === null ? WAITING_CODE : VERDICT_CODE[verdict]
}

const keysOf = <Key extends string>(codes: Record<Key, number>, code: number): Key[] =>
  (Object.keys(codes) as Key[]).filter((key) => codes[key] === code)

/** The rows that a number asks for, which are those that show it; null for one that no row shows. */
export function outcomeOf(code: number): { verdicts: Verdict[] } | { states: JudgingState[] } | null {
  const states = keysOf(STATE_CODE, code)
  if (states.length > 0) return { states }
  const verdicts = keysOf(VERDICT_CODE, code)
  return verdicts.length > 0 ? { verdicts } : null
}

/**
 * Too much output shares the number of a runtime error; who gives a verdict by that number means the latter. That
 * sending failed is nothing that people decide.
 */
const { OUTPUT_LIMIT_EXCEEDED: _, SUBMISSION_FAILED: __, ...given } = VERDICT_CODE
export const GIVEN_CODE = given

/** The verdict that a number gives; null for one that is none. */
export const verdictOfCode = (code: number): Verdict | null => keysOf(GIVEN_CODE, code)[0] ?? null
