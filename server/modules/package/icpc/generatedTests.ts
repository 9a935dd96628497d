import type { Scoring } from '#judge/protocol.ts'
import { generatorOf, type WrittenCase, writeLine, writeScript } from '../../generator/script.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageCase, PackageMaker, PackageProblem } from '../format.ts'
import { makerOf, wordOfPath } from '../makers.ts'
import type { Notes } from '../report.ts'
import { CASE_FILES, type CaseRule, GENERATORS_FILE, type GeneratorRules } from './generatorsYaml.ts'

/** Files of a package with those of generators.yaml, and the cases that generators will make. */
export type LaidOut = {
  files: PackageFiles
  makers: PackageMaker[]
  /** Returns the existing cases, and the script that makes the others. */
  finish: (
    cases: readonly PackageCase[],
    scoring: Scoring,
  ) => Pick<PackageProblem, 'testcases' | 'script' | 'unmade'>
}

/** Placeholder of an answer that a solution will make. */
const UNANSWERED = new Uint8Array()

/** Folders that are judged; other files in `data/` are manual. */
const JUDGED = /^data\/(?:sample|secret)\//
const SECRET = /^data\/secret\//

/**
 * Puts the cases of generators.yaml where tests are read: files it contains or names, and an empty file for
 * each case to be made, so that groups and points cover all cases.
 */
export function layOut(
  files: PackageFiles,
  rules: GeneratorRules,
  given: readonly PackageMaker[],
  notes: Notes,
): LaidOut {
  const file = files.full(GENERATORS_FILE)
  const makers = [...given]
  const laid = new Map<string, Uint8Array>()
  const lines = new Map<Uint8Array, string>()
  const unmade = new Set<Uint8Array>()
  const named = new Set(rules.cases.map(({ path }) => `${path}.in`))
  // File names that differ from the rules were numbered by another version; the files count.
  const strangers = files.paths.some((path) => SECRET.test(path) && path.endsWith('.in') && !named.has(path))
  let unmatched = 0
  for (const [path, value] of rules.groups) {
    if (!files.has(path)) laid.set(path, Buffer.from(JSON.stringify(value)))
  }
  for (const rule of rules.cases) {
    const line = rule.call && lineOf(files, rule, makers, file, notes)
    for (const ending of CASE_FILES) {
      const path = `${rule.path}.${ending}`
      const text = rule.texts[ending]
      const content =
        text === undefined ? rule.copy && files.bytes(`${rule.copy}.${ending}`) : Buffer.from(text)
      if (content && !files.has(path)) laid.set(path, content)
    }
    const input = files.bytes(`${rule.path}.in`) ?? laid.get(`${rule.path}.in`)
    if (input && line) lines.set(input, line)
    if (!input) {
      const canBeMade = line && SECRET.test(rule.path) && !strangers
      if (canBeMade) {
        const empty = new Uint8Array()
        laid.set(`${rule.path}.in`, empty)
        lines.set(empty, line)
        unmade.add(empty)
      } else if (line && strangers) unmatched++
      else if (!rule.call)
        notes.leftOut('generatorsFile', { key: rule.key, value: rule.copy ?? rule.path }, file)
      else if (line) notes.leftOut('generatorsFile', { key: rule.key, value: rule.path }, file)
    }
    const isAnswered = [`${rule.path}.ans`, `${rule.path}.out`].some(
      (path) => files.has(path) || laid.has(path),
    )
    if (laid.has(`${rule.path}.in`) && SECRET.test(rule.path) && !isAnswered)
      laid.set(`${rule.path}.ans`, UNANSWERED)
  }
  if (unmatched > 0) notes.leftOut('generatorsNames', { count: unmatched }, file)
  const finish: LaidOut['finish'] = (cases, scoring) => {
    const written: WrittenCase[] = cases.map(({ input, subtask, score }) => ({
      subtask,
      score,
      command: lines.get(input) ?? null,
    }))
    const missing = cases.filter(({ input }) => unmade.has(input)).length
    const testcases = cases.flatMap(({ answer, ...one }): PackageCase[] => {
      const line = lines.get(one.input)
      if (unmade.has(one.input)) return []
      return [{ ...one, answer: answer === UNANSWERED ? null : answer, ...(line ? { line } : {}) }]
    })
    const unanswered = testcases.filter(({ answer }) => answer === null).length
    const made = written.filter(({ command }) => command !== null).length
    notes.understood('generatorsRules', { count: made }, file)
    if (missing + unanswered > 0)
      notes.converted('generatorsUnmade', { count: missing, answers: unanswered }, file)
    return { testcases, script: writeScript(written, scoring === 'OI'), unmade: missing + unanswered > 0 }
  }
  return { files: files.and(laid), makers, finish }
}

/**
 * Script line that makes a case; null when its generator is missing, which is noted. Finds programs in
 * folders.
 */
function lineOf(
  files: PackageFiles,
  { call, key, path }: CaseRule,
  makers: PackageMaker[],
  file: string,
  notes: Notes,
): string | null {
  if (!call) return null
  if (!JUDGED.test(path)) {
    notes.leftOut('generatorsKey', { key }, file)
    return null
  }
  const generators = makers.filter(({ role }) => role === 'GENERATOR')
  const word = wordOfPath(call.generator.replaceAll('/', '_'))
  let found = generatorOf(generators, word)
  if (!found) {
    const at = `generators/${call.generator}`
    const parts = files.has(at) ? [{ name: at.slice(at.lastIndexOf('/') + 1), path: at }] : null
    found = makerOf(files, { role: 'GENERATOR', name: word, at, parts }, notes)
    if (found) makers.push(found)
  }
  const line = found && writeLine(found.name, call.words)
  if (!line)
    notes.leftOut(
      'generatorsValue',
      { key, value: [call.generator, ...call.words].join(' ').slice(0, 80) },
      file,
    )
  return line
}
