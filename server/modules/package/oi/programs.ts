import { comparisonOf, refereesOf } from '#judge/needs.ts'
import type { CheckerSpec, CheckingProgram } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { checkingLanguageOf, languageOfSource } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import type { PackageMaker, PackageProblem, PackageSolution } from '../format.ts'
import type { Notes } from '../report.ts'
import type { SubtaskJudging } from '../scoring/caseFiles.ts'
import { adaptScoredChecker, type ScoredDialect } from './scoreAdapter.ts'

/** Most bytes of a file of settings. */
const MOST_SETTINGS = 2 ** 20

/** Text of a required file of settings; refuses a larger one. */
export function settingsText(files: PackageFiles, path: string): string {
  if ((files.bytes(path)?.length ?? 0) > MOST_SETTINGS)
    throw new Refusal('PACKAGE_TOO_LARGE', { bound: 'fileBytes', max: MOST_SETTINGS })
  return files.needText(path)
}

/** Words of testlib and of our adapters that give partial points. */
const PARTIAL = /\bquitp\b|\bquitpi\b|\b_(?:pc|points|partially)\b|\bimported_score\b/

/** What the subtasks of a problem need to know of its checker or interactor. */
export const judgingOf = (problem: Pick<PackageProblem, 'checker' | 'interactor'>): SubtaskJudging => ({
  needsAnswers: comparisonOf(problem) !== null,
  isPartial: refereesOf(problem).some(({ source }) => PARTIAL.test(source)),
})

/** Notes that files of output are submitted to a problem. */
export function outputsAsked(isOn: boolean, notes: Notes): boolean {
  if (isOn) notes.understood('outputOnly')
  return isOn
}

/** A program of a package that may check: refuses languages that cannot. */
export function checkingProgram(files: PackageFiles, name: string): CheckingProgram {
  const source = files.needText(name)
  const language = checkingLanguageOf(name)
  if (!language) throw new Refusal('PACKAGE_UNUSABLE', { file: files.full(name), what: 'checker' })
  return { language, source, convention: 'testlib' }
}

/** A checker that answers with a score, adapted; one that is written for testlib stays as it is. */
export function scoredChecker(
  program: CheckingProgram,
  dialect: ScoredDialect,
  { file }: { file: string },
  notes: Notes,
): CheckerSpec {
  const { source, language } = program
  if (/\bregisterTestlibCmd\s*\(/.test(source)) {
    notes.understood('checkerProgram', {}, file)
    return { kind: 'program', ...program }
  }
  if (!language.startsWith('cpp'))
    throw new Refusal('PACKAGE_UNUSABLE', { file, what: `checker: ${language}` })
  notes.converted('checkerAdapter', {}, file)
  return { kind: 'program', ...program, source: adaptScoredChecker(source, dialect) }
}

/** The first of these programs that the package has, by name without extension (`chk` also names `chk17.cpp`). */
export function programNamed(files: PackageFiles, stem: string): string | null {
  const pattern = new RegExp(`^${stem}(?:\\d\\d)?\\.[^.]+$`)
  return files.filesIn('').find((name) => pattern.test(name) && languageOfSource(name, '') !== null) ?? null
}

/** The standard solution, which is expected to be accepted. */
export function standardSolution(files: PackageFiles, notes: Notes): PackageSolution[] {
  const name = programNamed(files, 'std')
  const source = name === null ? null : files.text(name)
  const language = name === null || source === null ? null : languageOfSource(name, source)
  if (name === null || source === null || language === null) return []
  notes.understood('solutions', { count: 1 })
  return [{ name, language, source, expected: ['ACCEPTED'], score: null }]
}

/** The validator of inputs. */
export function inputValidator(files: PackageFiles, notes: Notes): PackageMaker[] {
  const name = programNamed(files, 'val')
  const source = name === null ? null : files.text(name)
  const language = name === null || source === null ? null : languageOfSource(name, source)
  if (name === null || source === null || language === null) return []
  notes.understood('makers', { count: 1 })
  return [{ role: 'VALIDATOR', name: 'val', language, source, files: {}, convention: 'testlib' }]
}
