import type { JudgementReport, Verdict } from '#judge/protocol.ts'

/** Verdicts of crashes, memory and output limits included. */
export const CRASHES: Verdict[] = ['RUNTIME_ERROR', 'MEMORY_LIMIT_EXCEEDED', 'OUTPUT_LIMIT_EXCEEDED']
export const WRONG: Verdict[] = ['WRONG_ANSWER', 'PRESENTATION_ERROR']
/** Accepted, but perhaps over the time limit. */
export const SLOW_ACCEPTED: Verdict[] = ['ACCEPTED', 'TIME_LIMIT_EXCEEDED']

/** Words for expected verdicts in DOMjudge sources, its own and those of Kattis, case-insensitive. */
const TAGGED: Record<string, Verdict[]> = {
  CORRECT: ['ACCEPTED'],
  ACCEPTED: ['ACCEPTED'],
  'WRONG-ANSWER': WRONG,
  'PRESENTATION-ERROR': WRONG,
  'NO-OUTPUT': WRONG,
  TIMELIMIT: ['TIME_LIMIT_EXCEEDED'],
  'TIME-LIMIT-EXCEEDED': ['TIME_LIMIT_EXCEEDED'],
  'RUN-ERROR': CRASHES,
  'RUN-TIME-ERROR': CRASHES,
  'COMPILER-ERROR': ['COMPILE_ERROR'],
  'OUTPUT-LIMIT': ['OUTPUT_LIMIT_EXCEEDED'],
  'MEMORY-LIMIT': ['MEMORY_LIMIT_EXCEEDED'],
  'PARTIALLY-ACCEPTED': ['PARTIALLY_ACCEPTED'],
  // For manual review.
  'CHECK-MANUALLY': [],
}

/** Folders that override the source, by DOMjudge's documentation of the format. */
const OFFICIAL = new Set(['accepted', 'wrong_answer', 'time_limit_exceeded', 'run_time_error'])

/**
 * Expected verdicts and score in a source: `@EXPECTED_RESULTS@:` and `@EXPECTED_SCORE@:`; the latter once
 * meant results.
 */
export function taggedIn(
  source: string,
  folder: string,
): { expected: Verdict[] | null; score: number | null } {
  const said = (tag: string) => new RegExp(`@${tag}@:([^\\n]{0,300})`, 'i').exec(source)?.[1]?.trim() ?? null
  const scored = said('EXPECTED_SCORE')
  const number = scored === null ? null : /^-?\d{1,9}(?:\.\d{1,9})?/.exec(scored)?.[0]
  const results = said('EXPECTED_RESULTS') ?? (number ? null : scored)
  const expected = results === null || OFFICIAL.has(folder) ? null : outcomesOf(results)
  return { expected, score: number ? Number(number) : null }
}

function outcomesOf(results: string): Verdict[] | null {
  const words = results.split(',').map((word) => /^[\w-]*/.exec(word.trim())?.[0] ?? '')
  const outcomes = words.map((word) => TAGGED[word.toUpperCase().replaceAll('_', '-')])
  if (outcomes.every((one) => one === undefined)) return null
  return [...new Set(outcomes.flatMap((one) => one ?? []))]
}

/** Common names of failing solutions, and their expected verdicts. */
const FAILING: [RegExp, Verdict[]][] = [
  [/\b(?:wa|wrong|wrong answer|wronganswer)\b/, WRONG],
  [/\b(?:tle|slow|time limit exceeded|timeout)\b/, ['TIME_LIMIT_EXCEEDED']],
  [/\b(?:mle|memory limit exceeded)\b/, ['MEMORY_LIMIT_EXCEEDED']],
  [/\b(?:re|rte|run time error|runtime error)\b/, CRASHES],
]
const RIGHT = /\b(?:ac|accepted|ok|correct|std|main|model|sol|solution)\b|标程|正解/

/** Expected verdicts of a solution, by its source, name or folder; empty when none of them says. */
export function expectedOf(name: string, source: string): Verdict[] {
  const { expected } = taggedIn(source, name.split('/').at(-2) ?? '')
  if (expected) return expected
  const words = name
    .replace(/\.[^.]+$/, '')
    .toLowerCase()
    .replace(/[^a-z\u4e00-\u9fff]+/g, ' ')
  if (/\bslow accepted\b/.test(words)) return SLOW_ACCEPTED
  const failing = FAILING.flatMap(([pattern, verdicts]) => (pattern.test(words) ? verdicts : []))
  if (failing.length > 0) return [...new Set(failing)]
  return RIGHT.test(words) ? ['ACCEPTED'] : []
}

/** Result of judging a solution: the report, and the verdicts of its cases. */
export type Outcome = { report: Pick<JudgementReport, 'verdict' | 'score'>; verdicts: Verdict[] }

/**
 * Whether a score is as expected; points are rounded, so an expected fraction may be off by less than one.
 */
const isScore = (expected: number, earned: number | null) =>
  earned !== null && (Number.isInteger(expected) ? earned === expected : Math.abs(earned - expected) < 1)

/**
 * Whether a result is as expected. A scored solution that fails on some tests is partially accepted; then the
 * verdicts of its cases are compared, unless the author expects that or a score.
 */
export function isAsExpected(
  { expected, score }: { expected: Verdict[]; score: number | null },
  { report, verdicts }: Outcome,
): boolean | null {
  if (score !== null && !isScore(score, report.score)) return false
  if (expected.length === 0) return score === null ? null : true
  if (expected.includes(report.verdict)) return true
  if (report.verdict !== 'PARTIALLY_ACCEPTED') return false
  const failures = verdicts.filter((verdict) => !['ACCEPTED', 'CANCELLED'].includes(verdict))
  return failures.length > 0 && failures.every((verdict) => expected.includes(verdict))
}
