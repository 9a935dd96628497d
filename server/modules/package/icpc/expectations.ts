import type { Verdict } from '#judge/protocol.ts'
import { CRASHES, WRONG } from '../../solution/expected.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { Notes } from '../report.ts'
import { listOf, mapOf, numberOf, parseYaml, textOf } from '../yaml.ts'

/** Expectation of a solution: language, allowed verdicts, score. */
export type Expectation = { language: string | null; expected: Verdict[] | null; score: number | null }

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

/** Reads `submissions.yaml` of 2023-07: expectations by file pattern; all matching ones apply together. */
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

/**
 * Allowed verdicts: every case must end in a permitted verdict and one in a required verdict, so ACCEPTED is
 * allowed only where it is required.
 */
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

/**
 * Regular expression of a file pattern: `*` matches within a name, `{a,b}` is an alternative; null when it is
 * too complex.
 */
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
