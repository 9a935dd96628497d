import { isUtf8 } from 'node:buffer'
import type { CheckingProgram } from '#judge/protocol.ts'
import { checkingLanguageOf } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageProblem } from '../format.ts'
import { type FoundProgram, isScript, partsOf, programOfParts } from '../programs.ts'
import type { Notes } from '../report.ts'

export type Validating = Pick<PackageProblem, 'checker' | 'interactor' | 'judgeFiles'>

/** Legacy has a folder of programs, later formats the program itself. */
const SEVERAL = 'output_validators'
const ONE = 'output_validator'

type ValidatorRules = {
  interactive: boolean
  passes: number
  flags: readonly string[]
  fill: (text: string) => string
}

/** Reads a custom validator, which uses the convention of its format. */
export function readValidator(
  files: PackageFiles,
  { interactive, passes, flags, fill }: ValidatorRules,
  notes: Notes,
): Validating | null {
  const [found, ...others] = programsIn(files)
  if (!found) return null
  for (const { path } of others) notes.leftOut('validators', {}, files.full(path))
  const { path, language, source, beside } = found.alone
    ? singleOf(files, found.path)
    : programOf(files, found.path, notes)
  const checking: CheckingProgram = {
    language,
    source: fill(source),
    convention: 'kattis',
    ...(flags.length > 0 ? { flags: [...flags] } : {}),
    ...(passes > 1 ? { passes } : {}),
  }
  notes.understood(interactive ? 'interactor' : 'checkerProgram', {}, files.full(path))
  const judgeFiles = Object.fromEntries(Object.entries(beside).map(([name, text]) => [name, fill(text)]))
  return interactive
    ? { checker: { kind: 'default', ignoreTrailingBlanks: true }, interactor: checking, judgeFiles }
    : { checker: { kind: 'program', ...checking }, interactor: null, judgeFiles }
}

/** Paths of the programs among the validators, in folders or single files. */
function programsIn(files: PackageFiles): { path: string; alone: boolean }[] {
  const isProgram = (folder: string) => hasScripts(files, folder) || sourcesIn(files, folder).length > 0
  const whole = isProgram(ONE) ? ONE : hasScripts(files, SEVERAL) ? SEVERAL : null
  if (whole) return [{ path: whole, alone: false }]
  const folders = [SEVERAL, ONE].flatMap((folder) =>
    files.foldersIn(folder).map((inner) => `${folder}/${inner}`),
  )
  return [
    ...sourcesIn(files, SEVERAL).map((name) => ({ path: `${SEVERAL}/${name}`, alone: true })),
    ...folders.filter(isProgram).map((path) => ({ path, alone: false })),
  ]
}

const hasScripts = (files: PackageFiles, folder: string): boolean => files.filesIn(folder).some(isScript)

const sourcesIn = (files: PackageFiles, folder: string): string[] =>
  files.filesIn(folder).filter((name) => checkingLanguageOf(name) !== null)

/** A folder that is one program. */
function programOf(files: PackageFiles, folder: string, notes: Notes): FoundProgram {
  const [only, ...more] = sourcesIn(files, folder)
  if (!hasScripts(files, folder) && only !== undefined && more.length === 0)
    return singleOf(files, `${folder}/${only}`)
  return programOfParts(files, partsOf(files, folder), { at: `${folder}/` }, notes)
}

/** A program of one source, with the headers beside it. */
function singleOf(files: PackageFiles, path: string): FoundProgram {
  const folder = path.slice(0, path.lastIndexOf('/'))
  const beside = files
    .filesIn(folder)
    .filter((name) => checkingLanguageOf(name) === null && /\.(?:h|hh|hpp|hxx|inc|txt)$/i.test(name))
  return {
    path,
    language: checkingLanguageOf(path) ?? '',
    source: files.text(path) ?? '',
    beside: Object.fromEntries(beside.map((name) => [name, files.text(`${folder}/${name}`) ?? ''])),
  }
}

/** Headers of Kattis and DOMjudge mention the score files without using them. */
const HEADER = /\.(?:h|hh|hpp|hxx)$/i
const SCORES = /\bscore(?:_multiplier)?\.txt\b|\baccept_with_score\b/

/** Whether a validator writes points, judged by its sources. */
export const writesScores = (files: PackageFiles): boolean =>
  files.paths.some(
    (path) =>
      /^output_validators?\//.test(path) &&
      !HEADER.test(path) &&
      isUtf8(files.bytes(path) ?? new Uint8Array()) &&
      SCORES.test(files.text(path) ?? ''),
  )
