import type { Verdict } from '#judge/protocol.ts'
import type { PackageFiles } from './files.ts'
import type { Notes } from './report.ts'
import { listOf, mapOf, numberOf, parseYaml, textOf } from './yaml.ts'

/** What is said of a solution: its language, what may become of it, what it earns. */
export type Expectation = { language: string | null; expected: Verdict[] | null; score: number | null }

/** Crashes include what runs out of memory or writes too much. */
export const CRASHES: Verdict[] = ['RUNTIME_ERROR', 'MEMORY_LIMIT_EXCEEDED', 'OUTPUT_LIMIT_EXCEEDED']
export const WRONG: Verdict[] = ['WRONG_ANSWER', 'PRESENTATION_ERROR']
/** Right, but perhaps slower than the limit. */
export const SLOW_ACCEPTED: Verdict[] = ['ACCEPTED', 'TIME_LIMIT_EXCEEDED']

/** DOMjudge lets a source say what may become of it; the names are its own and those of Kattis, in any case. */
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
  // A person is to look at it.
  'CHECK-MANUALLY': [],
}

/** In these folders the folder decides, as DOMjudge's documentation of the format has it. */
const OFFICIAL = new Set(['accepted', 'wrong_answer', 'time_limit_exceeded', 'run_time_error'])

/** What `@EXPECTED_RESULTS@:` and `@EXPECTED_SCORE@:` in a source say; the score was once a word for results. */
export function taggedIn(source: string, folder: string): Pick<Expectation, 'expected' | 'score'> {
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

const SHORT: Record<string, Verdict[]> = {
  AC: ['ACCEPTED'],
  WA: WRONG,
  TLE: ['TIME_LIMIT_EXCEEDED'],
  RTE: CRASHES,
}

const KNOWN = new Set([
  'language',
  'entrypoint',
  'authors',
  'model_solution',
  'permitted',
  'required',
  'score',
])
const FILE = 'submissions/submissions.yaml'

type Rule = { pattern: RegExp; language: string | null; allowed: Verdict[] | null; score: number | null }

/** `submissions.yaml` of 2023-07: what is said of the solutions that a pattern matches; all that match hold together. */
export function readSubmissionsYaml(files: PackageFiles, notes: Notes): (path: string) => Expectation {
  const text = files.text(FILE)
  const entries = text === null ? [] : Object.entries(mapOf(parseYaml(text, files.full(FILE))))
  const rules = entries.flatMap(([glob, value]): Rule[] => {
    const pattern = patternOf(glob)
    const words = mapOf(value)
    const unknown = Object.keys(words).filter((key) => !KNOWN.has(key))
    for (const key of pattern ? unknown : [glob]) notes.leftOut('key', { key, value: glob }, files.full(FILE))
    if (!pattern) return []
    const score = listOf(words.score)
    if (score.length > 1) notes.leftOut('key', { key: 'score', value: score.join(' – ') }, files.full(FILE))
    const language = textOf(words.language)
    return [
      { pattern, language, allowed: allowedBy(words), score: score.length === 1 ? numberOf(score[0]) : null },
    ]
  })
  return (path) => {
    const matching = rules.filter(({ pattern }) => pattern.test(path))
    const allowed = matching.flatMap((rule) => (rule.allowed ? [rule.allowed] : []))
    const [first, ...others] = allowed
    return {
      language: matching.findLast(({ language }) => language !== null)?.language ?? null,
      expected: first ? first.filter((verdict) => others.every((one) => one.includes(verdict))) : null,
      score: matching.findLast(({ score }) => score !== null)?.score ?? null,
    }
  }
}

/** All cases are permitted and one is required: as a whole it ends in what is permitted, and well only where that is required. */
function allowedBy(words: ReturnType<typeof mapOf>): Verdict[] | null {
  const of = (value: string) => SHORT[value.toUpperCase()] ?? []
  const names = (key: string) => listOf(words[key]).flatMap((one) => textOf(one) ?? [])
  if (words.permitted === undefined && words.required === undefined) return null
  const permitted = words.permitted === undefined ? Object.keys(SHORT) : names('permitted')
  const required = words.required === undefined ? Object.keys(SHORT) : names('required')
  return permitted.filter((name) => name !== 'AC' || required.includes('AC')).flatMap(of)
}

const MAX_GLOB = 200
const MAX_STARS = 4

/** A pattern of the file as an expression: `*` stays within a name, `{a,b}` is either; null where it is too much of one. */
function patternOf(glob: string): RegExp | null {
  if (glob.length > MAX_GLOB || (glob.match(/\*/g)?.length ?? 0) > MAX_STARS) return null
  const source = glob
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_, inner: string) => `(?:${inner.split(',').join('|')})`)
    .replaceAll('*', '[^/]*')
  try {
    return new RegExp(`^${source}(?:/|$)`)
  } catch {
    return null
  }
}
