import type { CaseMode, JudgingState, Verdict } from '#prisma/generated/enums.ts'

/** How the REST door calls outcomes: one number for state and verdict together. */
export const REST_VERDICTS: Record<Verdict, number> = {
  CANCELLED: -4,
  PRESENTATION_ERROR: -3,
  COMPILE_ERROR: -2,
  WRONG_ANSWER: -1,
  ACCEPTED: 0,
  TIME_LIMIT_EXCEEDED: 1,
  MEMORY_LIMIT_EXCEEDED: 2,
  RUNTIME_ERROR: 3,
  // Those clients know no number of its own for it.
  OUTPUT_LIMIT_EXCEEDED: 3,
  JUDGE_ERROR: 4,
  PARTIALLY_ACCEPTED: 8,
}

const REST_STATES: Record<Exclude<JudgingState, 'DONE'>, number> = { QUEUED: 5, COMPILING: 6, RUNNING: 7 }

export const NOT_SUBMITTED = -10

export const statusOf = ({ state, verdict }: { state: JudgingState; verdict: Verdict | null }): number => {
  if (state !== 'DONE') return REST_STATES[state]
  return verdict === null ? REST_STATES.QUEUED : REST_VERDICTS[verdict]
}

/** The rows that a status number asks for; null for a number that no row has. */
export function outcomeOf(status: number): { verdict?: Verdict; state?: JudgingState } | null {
  const state = (Object.keys(REST_STATES) as (keyof typeof REST_STATES)[]).find(
    (key) => REST_STATES[key] === status,
  )
  if (state) return { state }
  const verdict = (Object.keys(REST_VERDICTS) as Verdict[]).find((key) => REST_VERDICTS[key] === status)
  return verdict ? { verdict } : null
}

export const REST_CASE_MODES: Record<CaseMode, string> = {
  ALL: 'default',
  UNTIL_FAILURE: 'ergodic_without_error',
  SUBTASK_LOWEST: 'subtask_lowest',
  SUBTASK_AVERAGE: 'subtask_average',
}
