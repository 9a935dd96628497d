import type { CaseMode, CheckerSpec } from '#judge/protocol.ts'
import type { Problem } from '#prisma/generated/client.ts'
import type {
  Difficulty,
  ProblemApplication,
  ProblemVisibility,
  Scoring,
  Verdict,
} from '#prisma/generated/enums.ts'
import type { JudgeMode } from './problem.ts'

/** Codes and words of the reference system for problems; used by REST only. */

/** Output limit exceeded has no code there; it becomes a runtime error. */
export const VERDICT_CODE: Record<Verdict, number> = {
  CANCELLED: -4,
  PRESENTATION_ERROR: -3,
  COMPILE_ERROR: -2,
  WRONG_ANSWER: -1,
  ACCEPTED: 0,
  TIME_LIMIT_EXCEEDED: 1,
  MEMORY_LIMIT_EXCEEDED: 2,
  OUTPUT_LIMIT_EXCEEDED: 3,
  RUNTIME_ERROR: 3,
  JUDGE_ERROR: 4,
  PARTIALLY_ACCEPTED: 8,
  SUBMISSION_FAILED: 10,
}

export const NOT_SUBMITTED = -10

export const DIFFICULTY_CODE: Record<Difficulty, number> = { EASY: 0, MID: 1, HARD: 2 }

/** Difficulty of a code, as text or number; null for anything else. */
export const difficultyOfCode = (code: string | undefined): Difficulty | null =>
  (['EASY', 'MID', 'HARD'] as const).find((name) => String(DIFFICULTY_CODE[name]) === code) ?? null

export const SCORING_CODE: Record<Scoring, number> = { ACM: 0, OI: 1 }

/** Visibility codes; for problems of a group 1 means its members, see `visibilityOfCode`. */
export const VISIBILITY_CODE = {
  PUBLIC: 1,
  HIDDEN: 2,
  CONTEST_ONLY: 3,
  GROUP: 1,
} as const satisfies Record<ProblemVisibility, number>

/** Codes of the application of a group's problem. */
export const APPLICATION_CODE: Record<ProblemApplication, number> = { ASKED: 1, APPROVED: 2, REFUSED: 3 }

/** Application of a code; null for anything else. */
export const applicationOfCode = (code: number): ProblemApplication | null =>
  (['ASKED', 'APPROVED', 'REFUSED'] as const).find((one) => APPLICATION_CODE[one] === code) ?? null

/** Visibility of a code for a problem of a group, or of the site (null). Undefined for invalid codes. */
export function visibilityOfCode(
  code: unknown,
  problem: Pick<Problem, 'groupId' | 'visibility'> | null,
): ProblemVisibility | undefined {
  const named = (['PUBLIC', 'HIDDEN', 'CONTEST_ONLY'] as const).find(
    (one) => String(VISIBILITY_CODE[one]) === String(code),
  )
  const isGroups = problem !== null && problem.groupId !== null && problem.visibility !== 'PUBLIC'
  return named === 'PUBLIC' && isGroups ? 'GROUP' : named
}

export const JUDGE_MODE_WORD = {
  DEFAULT: 'default',
  CHECKER: 'spj',
  INTERACTIVE: 'interactive',
} as const satisfies Record<JudgeMode, string>

export const CASE_MODE_WORD = {
  ALL: 'default',
  UNTIL_FAILURE: 'ergodic_without_error',
  SUBTASK_LOWEST: 'subtask_lowest',
  SUBTASK_AVERAGE: 'subtask_average',
} as const satisfies Record<CaseMode, string>

/** The reference system's only checker option: whether trailing spaces are ignored. */
export const removesEndBlank = (checker: CheckerSpec): boolean =>
  checker.kind !== 'default' || checker.ignoreTrailingBlanks

/** Samples as one text, in the syntax of those clients. */
export const samplesText = (samples: readonly { input: string; output: string }[]): string =>
  samples.map(({ input, output }) => `<input>${input}</input><output>${output}</output>`).join('')

/**
 * Parses samples in the syntax of those clients: `<input>…</input><output>…</output>` repeated, unescaped.
 */
export function examplesOf(text: string): { input: string; output: string }[] {
  const samples: { input: string; output: string }[] = []
  for (let at = 0; ; ) {
    const input = between(text, 'input', at)
    const output = input && between(text, 'output', input.end)
    if (!input || !output) return samples
    samples.push({ input: input.inner, output: output.inner })
    at = output.end
  }
}

function between(text: string, tag: string, from: number): { inner: string; end: number } | null {
  const start = text.indexOf(`<${tag}>`, from)
  const end = start < 0 ? -1 : text.indexOf(`</${tag}>`, start)
  if (end < 0) return null
  return { inner: text.slice(start + tag.length + 2, end), end: end + tag.length + 3 }
}
