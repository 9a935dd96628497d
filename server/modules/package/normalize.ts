import { findLanguage } from '#judge/languages.ts'
import { comparisonOf } from '#judge/needs.ts'
import { Refusal } from '../../core/errors.ts'
import { MAX_TITLE } from '../problem/authoring/problemFields.ts'
import type { PackageProblem } from './format.ts'
import { senseless } from './limits.ts'
import { usableMakers } from './makers.ts'
import { isKeepable } from './programs.ts'
import { usableRefereeTests } from './refereeTests.ts'
import type { Notes } from './report.ts'

const MAX_SOURCE_LINE = 1000
const MAX_TEXT = 200_000
const MAX_SAMPLES = 20
const MAX_TAGS = 50
const MAX_TAG = 60

const LIMITS = {
  timeMs: [1, 600_000],
  memoryMb: [1, 4096],
  stackMb: [1, 4096],
} as const

/** Fits a problem to the limits of the site, and notes what was cut. */
export function normalize(problem: PackageProblem, notes: Notes): PackageProblem {
  if (!problem.unmade) requireAnswers(problem)
  if (problem.testcases.length === 0) notes.leftOut('noTests')
  return {
    ...problem,
    ...limitsOf(problem, notes),
    displayId: displayIdOf(problem.displayId, notes),
    statements: problem.statements.map((statement) => ({
      ...statement,
      title: cut(statement.title.trim(), MAX_TITLE, 'title', notes),
      source: cut(statement.source, MAX_SOURCE_LINE, 'source', notes),
      ...textsOf(statement, notes),
    })),
    samples: samplesOf(problem.samples, notes),
    tags: [...new Set(problem.tags.map((tag) => tag.trim().slice(0, MAX_TAG)).filter(Boolean))].slice(
      0,
      MAX_TAGS,
    ),
    userFiles: filesOf(problem.userFiles, notes),
    judgeFiles: filesOf(problem.judgeFiles, notes),
    ...languagesOf(problem, notes),
    ...usableMakers(problem, notes),
    refereeTests: usableRefereeTests(problem.refereeTests, notes),
    annexes: problem.annexes.filter(({ name }) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is kept out
      const usable = /^[^/\\\u0000-\u001f]{1,100}$/u.test(name) && name !== '.' && name !== '..'
      if (!usable) notes.leftOut('fileName', {}, name)
      return usable
    }),
  }
}

/** Refuses cases without answers when a built-in checker needs them. */
function requireAnswers({ testcases, ...judging }: PackageProblem): void {
  if (!comparisonOf(judging)) return
  const at = testcases.findIndex(({ answer }) => answer === null)
  if (at >= 0) throw new Refusal('PACKAGE_INCOMPLETE', { file: `${testcases[at]?.name ?? at + 1}.ans` })
}

/** Drops languages that this site does not have, and notes them. */
function languagesOf(problem: PackageProblem, notes: Notes) {
  const isKnown = (language: string) => {
    const known = findLanguage(language) !== null
    if (!known) notes.leftOut('languages', { language })
    return known
  }
  return {
    languageKeys: problem.languageKeys.filter(isKnown),
    solutions: problem.solutions.filter(({ language }) => isKnown(language)),
    templates: Object.fromEntries(
      Object.entries(problem.templates)
        .filter(([key]) => isKnown(key))
        .map(([key, code]) => [key, cut(code, MAX_TEXT, 'template', notes)]),
    ),
  }
}

function limitsOf(problem: PackageProblem, notes: Notes) {
  const within = (key: keyof typeof LIMITS) => {
    const [least, most] = LIMITS[key]
    const given = Math.round(problem[key])
    if (!(given >= least)) {
      throw senseless({ name: key, value: problem[key], file: problem.statements[0]?.title ?? '' })
    }
    const value = Math.min(most, Math.max(least, given))
    if (value !== given) notes.converted('limitClamped', { limit: key, from: given, to: value })
    return value
  }
  const bytes = problem.outputBytes
  if (bytes !== null && !(bytes >= 1)) {
    throw senseless({ name: 'outputBytes', value: bytes, file: problem.statements[0]?.title ?? '' })
  }
  return {
    timeMs: within('timeMs'),
    memoryMb: within('memoryMb'),
    stackMb: within('stackMb'),
    outputBytes: bytes === null ? null : Math.min(1_073_741_824, bytes),
  }
}

function displayIdOf(asked: string | null, notes: Notes): string | null {
  const id = asked?.trim().toUpperCase() ?? ''
  if (id === '') return null
  if (/^[^\s/?#%\\]{1,64}$/u.test(id)) return id
  notes.leftOut('idUnusable', { id: id.slice(0, 64) })
  return null
}

function cut(text: string, most: number, part: string, notes: Notes): string {
  const clean = text.replaceAll('\u0000', '')
  if (clean.length <= most) return clean
  notes.leftOut('limit', { part, max: most })
  return clean.slice(0, most)
}

const textsOf = (statement: PackageProblem['statements'][number], notes: Notes) => ({
  description: cut(statement.description, MAX_TEXT, 'description', notes),
  input: cut(statement.input, MAX_TEXT, 'input', notes),
  output: cut(statement.output, MAX_TEXT, 'output', notes),
  hint: cut(statement.hint, MAX_TEXT, 'hint', notes),
})

function samplesOf(samples: PackageProblem['samples'], notes: Notes): PackageProblem['samples'] {
  if (samples.length > MAX_SAMPLES) notes.leftOut('samplesTooMany', { count: samples.length - MAX_SAMPLES })
  return samples.slice(0, MAX_SAMPLES).map(({ input, output }) => ({
    input: cut(input, MAX_TEXT, 'sample', notes),
    output: cut(output, MAX_TEXT, 'sample', notes),
  }))
}

function filesOf(files: Record<string, string>, notes: Notes): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).filter(([name, content]) => {
      const usable = isKeepable(name, content)
      if (!usable) notes.leftOut('fileName', {}, name)
      return usable
    }),
  )
}
