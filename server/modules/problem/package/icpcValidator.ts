import { isUtf8 } from 'node:buffer'
import { SCRIPTS } from '#judge/languages.ts'
import type { CheckingProgram } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import type { PackageFiles } from './files.ts'
import type { PackageProblem } from './format.ts'
import { checkingLanguageOf } from './languages.ts'
import { isKeepable } from './normalize.ts'
import type { Notes } from './report.ts'

export type Validating = Pick<PackageProblem, 'checker' | 'interactor' | 'judgeFiles'>

/** A program that checks: its source, or the script that builds it, and what lies beside. */
type Program = { path: string; language: string; source: string; beside: Record<string, string> }

/** A folder of programs in legacy, the program itself in later formats. */
const SEVERAL = 'output_validators'
const ONE = 'output_validator'

/** The format's own ways to build and run a program of many files. */
const SCRIPT = /^(?:build|run)$/
const NOTHING_TO_BUILD = '#!/bin/sh\n'

/** Reads a custom validator, which speaks the convention of its format. */
export function readValidator(
  files: PackageFiles,
  interactive: boolean,
  flags: readonly string[],
  fill: (text: string) => string,
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
  }
  notes.understood(interactive ? 'interactor' : 'checkerProgram', {}, files.full(path))
  const judgeFiles = Object.fromEntries(Object.entries(beside).map(([name, text]) => [name, fill(text)]))
  return interactive
    ? { checker: { kind: 'default', ignoreTrailingBlanks: true }, interactor: checking, judgeFiles }
    : { checker: { kind: 'program', ...checking }, interactor: null, judgeFiles }
}

/** Where the programs among the validators lie: in a folder, or in a file of several that have nothing to do with it. */
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

const hasScripts = (files: PackageFiles, folder: string): boolean =>
  files.filesIn(folder).some((name) => SCRIPT.test(name))

const sourcesIn = (files: PackageFiles, folder: string): string[] =>
  files.filesIn(folder).filter((name) => checkingLanguageOf(name) !== null)

/** A folder that is one program. */
function programOf(files: PackageFiles, folder: string, notes: Notes): Program {
  const sources = sourcesIn(files, folder)
  const [only, ...more] = sources
  const own = hasScripts(files, folder)
  if (!own && only !== undefined && more.length === 0) return singleOf(files, `${folder}/${only}`)
  const beside = allOf(files, folder, notes)
  const { build, ...rest } = own ? beside : { ...beside, ...scriptsFor(files, folder, sources) }
  return { path: `${folder}/`, language: SCRIPTS, source: build ?? NOTHING_TO_BUILD, beside: rest }
}

/** A program of one source, with the headers beside it. */
function singleOf(files: PackageFiles, path: string): Program {
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

/** Everything in a folder; without one of its files a program might be built otherwise, or not at all. */
function allOf(files: PackageFiles, folder: string, notes: Notes): Record<string, string> {
  const [inner] = files.foldersIn(folder).filter((name) => name !== '__pycache__')
  if (inner) throw new Refusal('PACKAGE_VALIDATOR_FILE', { file: files.full(`${folder}/${inner}/`) })
  const kept: Record<string, string> = {}
  for (const name of files.filesIn(folder)) {
    const path = `${folder}/${name}`
    const bytes = files.bytes(path) ?? new Uint8Array()
    const text = files.text(path) ?? ''
    if (name.startsWith('.')) {
      notes.leftOut('fileName', {}, files.full(path))
      continue
    }
    if (!isUtf8(bytes) || bytes.includes(0) || !isKeepable(name, text)) {
      throw new Refusal('PACKAGE_VALIDATOR_FILE', { file: files.full(path) })
    }
    kept[name] = text
  }
  return kept
}

/** Headers of Kattis and DOMjudge name the files of scores for whoever wants them. */
const HEADER = /\.(?:h|hh|hpp|hxx)$/i
const SCORES = /\bscore(?:_multiplier)?\.txt\b|\baccept_with_score\b/

/** Whether a validator writes points, as far as its sources say it. */
export const writesScores = (files: PackageFiles): boolean =>
  files.paths.some(
    (path) =>
      /^output_validators?\//.test(path) &&
      !HEADER.test(path) &&
      isUtf8(files.bytes(path) ?? new Uint8Array()) &&
      SCORES.test(files.text(path) ?? ''),
  )

const PYTHON_ENTRIES = ['__main__.py', 'main.py', 'validate.py', 'validator.py']

/** How the format builds and runs a folder of sources in one language. */
function scriptsFor(files: PackageFiles, folder: string, sources: string[]): Record<string, string> {
  const [language, ...others] = new Set(sources.map((name) => checkingLanguageOf(name)))
  const compiler =
    language === 'c11o2' ? 'gcc -std=gnu11' : language === 'cpp17o2' ? 'g++ -std=gnu++17' : null
  if (others.length > 0 || (!compiler && language !== 'python3'))
    throw new Refusal('PACKAGE_VALIDATOR', { file: files.full(`${folder}/`) })
  if (compiler) return { build: `#!/bin/sh\nexec ${compiler} -O2 -o run ${sources.join(' ')} -lm\n` }
  const main =
    PYTHON_ENTRIES.find((name) => sources.includes(name)) ??
    sources.find((name) => files.text(`${folder}/${name}`)?.includes('__main__')) ??
    sources[0]
  return { run: `#!/bin/sh\nexec python3 "$(dirname "$0")/${main}" "$@"\n` }
}
