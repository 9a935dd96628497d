import { LANGUAGES } from '#judge/languages.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageCase, PackageProblem } from '../format.ts'
import { keepableText } from '../programs.ts'
import type { Notes } from '../report.ts'
import { adaptTokenChecker, isUsableToken } from './scoreAdapter.ts'

/** Languages of graders that the judge links with the program (judge/languages/gcc.ts). */
const LINKED = /\.(?:c|cc|cpp|cxx)$/

/**
 * Files of a folder that lie beside the program. A source that is called `grader` elsewhere, such as UOJ's `implementer`, is
 * renamed, because the judge links files of that name with the program.
 */
export function filesWithGrader(
  files: PackageFiles,
  { folder, names, grader }: { folder: string; names: readonly string[]; grader: string },
  notes: Notes,
): Record<string, string> {
  const kept = names.flatMap((name) => {
    const path = `${folder}/${name}`
    const text = keepableText(files, { name, path })
    if (text === null) notes.leftOut('files', {}, files.full(path))
    const isGrader = LINKED.test(name) && name.replace(LINKED, '') === grader
    if (text !== null && isGrader) notes.understood('grader', {}, files.full(path))
    return text === null ? [] : [[isGrader ? `grader${LINKED.exec(name)?.[0]}` : name, text]]
  })
  return Object.fromEntries(kept)
}

/** Languages whose programs one of the files is linked with; empty (all languages) where none is. */
export const languagesOfGraders = (userFiles: Record<string, string>): string[] =>
  LANGUAGES.filter(({ linked }) => Object.keys(userFiles).some((name) => linked?.names.test(name))).map(
    ({ key }) => key,
  )

/**
 * Lets only outputs count that begin with the line which the grader prints: a built-in checker compares it with answers that
 * begin with it, too, and a program gets what follows it.
 */
export function requireToken(
  token: string,
  { checker, cases }: { checker: PackageProblem['checker']; cases: readonly PackageCase[] },
  file: string,
): { checker: PackageProblem['checker']; cases: PackageCase[] } {
  if (!isUsableToken(token)) throw new Refusal('PACKAGE_UNUSABLE', { file, what: 'token' })
  if (checker.kind === 'program') {
    if (!checker.language.startsWith('cpp'))
      throw new Refusal('PACKAGE_UNUSABLE', { file, what: `token, checker: ${checker.language}` })
    return { checker: { ...checker, source: adaptTokenChecker(checker.source, token) }, cases: [...cases] }
  }
  const line = Buffer.from(`${token}\n`)
  const after = (answer: Uint8Array | null) => answer && new Uint8Array(Buffer.concat([line, answer]))
  return { checker, cases: cases.map((one) => ({ ...one, answer: after(one.answer) })) }
}
