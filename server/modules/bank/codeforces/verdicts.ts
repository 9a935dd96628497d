import type { Verdict } from '#judge/protocol.ts'

/** Words of the data that Codeforces gives for one test. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  OK: 'ACCEPTED',
  PARTIAL: 'PARTIALLY_ACCEPTED',
  COMPILATION_ERROR: 'COMPILE_ERROR',
  RUNTIME_ERROR: 'RUNTIME_ERROR',
  IDLENESS_LIMIT_EXCEEDED: 'RUNTIME_ERROR',
  SECURITY_VIOLATED: 'RUNTIME_ERROR',
  WRONG_ANSWER: 'WRONG_ANSWER',
  PRESENTATION_ERROR: 'PRESENTATION_ERROR',
  TIME_LIMIT_EXCEEDED: 'TIME_LIMIT_EXCEEDED',
  MEMORY_LIMIT_EXCEEDED: 'MEMORY_LIMIT_EXCEEDED',
  FAILED: 'SUBMISSION_FAILED',
  CRASHED: 'JUDGE_ERROR',
  INPUT_PREPARATION_CRASHED: 'JUDGE_ERROR',
  CHALLENGED: 'JUDGE_ERROR',
  SKIPPED: 'JUDGE_ERROR',
  REJECTED: 'JUDGE_ERROR',
}

/** How the pages word them, in English. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/^(accepted|happy new year|perfect result)/, 'OK'],
  [/^partial/, 'PARTIAL'],
  [/^compilation error/, 'COMPILATION_ERROR'],
  [/^runtime error/, 'RUNTIME_ERROR'],
  [/^idleness limit/, 'IDLENESS_LIMIT_EXCEEDED'],
  [/^security violat/, 'SECURITY_VIOLATED'],
  [/^wrong answer/, 'WRONG_ANSWER'],
  [/^presentation error/, 'PRESENTATION_ERROR'],
  [/^time limit/, 'TIME_LIMIT_EXCEEDED'],
  [/^memory limit/, 'MEMORY_LIMIT_EXCEEDED'],
  [/^judge?ment failed/, 'FAILED'],
  [/^(denial of judge?ment|crashed)/, 'CRASHED'],
  [/^input preparation/, 'INPUT_PREPARATION_CRASHED'],
  [/^(hacked|challenged)/, 'CHALLENGED'],
  [/^skipped/, 'SKIPPED'],
  [/^rejected/, 'REJECTED'],
]

/** Longest words of a verdict, with their HTML. */
const LONGEST = 1_000

const words = (text: string) =>
  text
    .slice(0, LONGEST)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Verdict of a word of the API or of a phrase of the pages; null: neither is known. */
export function verdictOf(text: string): Verdict | null {
  const said = words(text)
  const key = said.toUpperCase().replace(/[^A-Z]+/g, '_')
  const word = VERDICTS[key] ? key : PHRASES.find(([phrase]) => phrase.test(said.toLowerCase()))?.[1]
  return word === undefined ? null : (VERDICTS[word] ?? null)
}

/** State of a run without a verdict. */
export function stateOf(text: string): 'WAITING' | 'COMPILING' | 'RUNNING' {
  const said = words(text).toLowerCase()
  if (/^compiling/.test(said)) return 'COMPILING'
  return /^(running|testing)/.test(said) ? 'RUNNING' : 'WAITING'
}
