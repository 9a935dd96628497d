import type { Verdict } from '#judge/protocol.ts'
import { extensionFor } from '../../solution/languages.ts'
import type { Places } from '../extension.ts'
import type { PackageProblem, PackageSolution, PutFile } from '../format.ts'
import { EXPECTED } from './icpcPrograms.ts'

/** Folders of the legacy format and of DOMjudge that expect one outcome. */
const FOLDERS = [
  'accepted',
  'wrong_answer',
  'time_limit_exceeded',
  'run_time_error',
  'compiler_error',
  'partially_accepted',
]

/** Folder whose outcome includes all that a solution may have; DOMjudge's for several otherwise. */
const folderOf = (expected: readonly Verdict[]): string =>
  (expected.length > 0 &&
    FOLDERS.find((folder) => expected.every((verdict) => EXPECTED[folder]?.includes(verdict)))) ||
  'mixed'

/** DOMjudge's words for expected verdicts. */
const WORDS: Partial<Record<Verdict, string>> = {
  ACCEPTED: 'CORRECT',
  PARTIALLY_ACCEPTED: 'PARTIALLY-ACCEPTED',
  WRONG_ANSWER: 'WRONG-ANSWER',
  PRESENTATION_ERROR: 'WRONG-ANSWER',
  TIME_LIMIT_EXCEEDED: 'TIMELIMIT',
  MEMORY_LIMIT_EXCEEDED: 'MEMORY-LIMIT',
  OUTPUT_LIMIT_EXCEEDED: 'OUTPUT-LIMIT',
  RUNTIME_ERROR: 'RUN-ERROR',
  COMPILE_ERROR: 'COMPILER-ERROR',
}

/** Beginning of a comment by the extension of the source. */
const COMMENTS: [RegExp, string][] = [
  [/^(?:c|cpp|java|kt|cs|go|rs|js|ts|pas)$/, '//'],
  [/^(?:py|rb)$/, '#'],
  [/^hs$/, '--'],
]

/** Line behind a source with its expected verdicts, which DOMjudge reads; '' when it is not needed. */
function annotationOf({ source, language, expected }: PackageSolution): string {
  const sign = COMMENTS.find(([pattern]) => pattern.test(extensionFor(language)))?.[1]
  const words = [...new Set(expected.flatMap((verdict) => WORDS[verdict] ?? []))]
  if (sign === undefined || words.length === 0 || /@EXPECTED_RESULTS@/i.test(source)) return ''
  return `${source.endsWith('\n') ? '' : '\n'}${sign} @EXPECTED_RESULTS@: ${words.join(', ')}\n`
}

/** Writes solutions; their names are plain, and no compiler takes one for an option. */
export function putSolutions({ solutions }: PackageProblem, put: PutFile): Places['solutions'] {
  const taken = new Set<string>()
  return solutions.map((solution) => {
    const { name, language, source, expected } = solution
    const folder = folderOf(expected)
    const stem =
      name
        .slice(name.lastIndexOf('/') + 1)
        .replace(/\.[^.]*$/, '')
        .replace(/[^A-Za-z0-9_-]+/g, '-')
        .replace(/^-+|-+$/g, '') || 'solution'
    let path = ''
    for (let count = 1; path === '' || taken.has(path.toLowerCase()); count++) {
      const suffix = count === 1 ? '' : `-${count}`
      path = `submissions/${folder}/${stem}${suffix}.${extensionFor(language)}`
    }
    taken.add(path.toLowerCase())
    const added = folder === 'mixed' ? annotationOf(solution) : ''
    return { file: put(path, source + added), added }
  })
}
