import type { CheckerSpec, Verdict } from '#judge/protocol.ts'
import { CRASHES, SLOW_ACCEPTED, taggedIn, WRONG } from '../../solution/expected.ts'
import { extensionOf, isSource, languageOfSource, languageOfWord } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { byCodePoint } from '../../testset/files.ts'
import type { PackageSolution } from '../format.ts'
import type { Notes } from '../report.ts'
import { readSubmissionsYaml } from './expectations.ts'

/** Expected verdicts by folder of `submissions/`. */
export const EXPECTED: Record<string, Verdict[]> = {
  accepted: ['ACCEPTED'],
  slow_accepted: SLOW_ACCEPTED,
  wrong_answer: WRONG,
  presentation_error: WRONG,
  no_output: WRONG,
  time_limit_exceeded: ['TIME_LIMIT_EXCEEDED'],
  run_time_error: CRASHES,
  runtime_error: CRASHES,
  memory_limit: ['MEMORY_LIMIT_EXCEEDED', 'RUNTIME_ERROR'],
  output_limit: ['OUTPUT_LIMIT_EXCEEDED', 'RUNTIME_ERROR'],
  compiler_error: ['COMPILE_ERROR'],
  compile_error: ['COMPILE_ERROR'],
  partially_accepted: ['PARTIALLY_ACCEPTED'],
  rejected: [...WRONG, ...CRASHES, 'TIME_LIMIT_EXCEEDED', 'PARTIALLY_ACCEPTED'],
  brute_force: [...CRASHES, 'TIME_LIMIT_EXCEEDED'],
}

const MAX_SOURCE = 65_535

/** Solutions of a Kattis package; `fill` inserts the constants of 2023-07. */
export function readSolutions(
  files: PackageFiles,
  fill: (text: string) => string,
  notes: Notes,
): PackageSolution[] {
  const solutions: PackageSolution[] = []
  const saidOf = readSubmissionsYaml(files, notes)
  for (const folder of files.foldersIn('submissions')) {
    const loose = files.filesIn(`submissions/${folder}`).map((name) => ({ name, parts: [name] }))
    const inFolders = files.foldersIn(`submissions/${folder}`).map((name) => ({
      name,
      parts: files
        .filesIn(`submissions/${folder}/${name}`)
        .filter(isSource)
        .map((part) => `${name}/${part}`),
    }))
    for (const { name, parts } of [...loose, ...inFolders].sort((a, b) => byCodePoint(a.name, b.name))) {
      const path = `submissions/${folder}/${parts[0] ?? name}`
      const [only] = parts
      if (parts.length > 1 || only === undefined) {
        notes.leftOut('solutionParts', {}, files.full(`submissions/${folder}/${name}`))
        continue
      }
      const source = fill(files.text(path) ?? '')
      const said = saidOf(`${folder}/${name}`)
      const language = said.language === null ? languageOfSource(only, source) : languageOfWord(said.language)
      if (language === null) {
        if (isSource(only)) notes.leftOut('solutionLanguage', {}, files.full(path))
      } else if (source.length > MAX_SOURCE) notes.leftOut('solutionTooLong', {}, files.full(path))
      else {
        const tagged = taggedIn(source, folder)
        const expected = said.expected ?? tagged.expected ?? EXPECTED[folder] ?? []
        solutions.push({
          name: `${folder}/${name}`,
          language,
          source,
          expected,
          score: said.score ?? tagged.score,
        })
      }
    }
  }
  if (solutions.length > 0) notes.understood('solutions', { count: solutions.length })
  return solutions
}

/** Flags with a value, and the tolerances they set; the last one holds. */
const TOLERANCES = new Map<string, ('absolute' | 'relative')[]>([
  ['float_tolerance', ['absolute', 'relative']],
  ['float_absolute_tolerance', ['absolute']],
  ['float_relative_tolerance', ['relative']],
])

/** Checker that the flags of the default validator ask for. */
export function checkerOfFlags(flags: readonly string[], notes: Notes): CheckerSpec {
  const tolerances = new Map<string, number>()
  const words = new Set<string>()
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at] ?? ''
    const kinds = TOLERANCES.get(flag)
    if (kinds) {
      const value = Number(flags[++at])
      for (const kind of kinds) tolerances.set(kind, value)
    } else words.add(flag)
  }
  const absolute = tolerances.get('absolute') ?? 0
  const relative = tolerances.get('relative') ?? 0
  const caseSensitive = words.has('case_sensitive')
  const spaces = words.has('space_change_sensitive') ? { spaceSensitive: true } : {}
  if (tolerances.size > 0 && absolute >= 0 && relative >= 0) {
    notes.understood('checkerBuiltIn', { name: 'floats' })
    return { kind: 'floats', absolute, relative, ...(caseSensitive ? { caseSensitive } : {}), ...spaces }
  }
  notes.understood('checkerBuiltIn', { name: 'tokens' })
  return { kind: 'tokens', caseSensitive, ...spaces }
}

/** The only source of an `include/` folder of C or C++, which Kattis compiles with the program, as our graders are. */
function graderOf(folder: string, names: readonly string[]): string | null {
  const [only, ...others] = names.filter((name) => /\.(?:c|cc|cpp|cxx)$/.test(name))
  return /^(?:c|cpp)$/.test(folder) && only && others.length === 0 ? only : null
}

/** Files compiled with every submission. */
export function readIncluded(
  files: PackageFiles,
  fill: (text: string) => string,
  notes: Notes,
): Record<string, string> {
  const included: Record<string, string> = {}
  for (const folder of files.foldersIn('include')) {
    const names = files.filesIn(`include/${folder}`)
    const grader = graderOf(folder, names)
    for (const file of names) {
      const name = file === grader ? `grader.${extensionOf(file)}` : file
      if (included[name] !== undefined) notes.leftOut('files', {}, files.full(`include/${folder}/${file}`))
      else included[name] = fill(files.text(`include/${folder}/${file}`) ?? '')
      if (file === grader) notes.understood('grader', {}, files.full(`include/${folder}/${file}`))
    }
  }
  if (Object.keys(included).length > 0) notes.understood('files', { count: Object.keys(included).length })
  return included
}
