import type { CheckingProgram } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { checkingLanguageOfHydro, languagesOfHydro } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { rootsOf } from '../../testset/sections.ts'
import { adaptChecker, type Dialect, HUSTOJ, QDUOJ } from '../checkerAdapter.ts'
import { type Found, type PackageProblem, type PackageReader, PLAIN, shownSample } from '../format.ts'
import { Annexes } from '../latex/statement.ts'
import { judgingOf, scoredChecker } from '../oi/programs.ts'
import type { ScoredDialect } from '../oi/scoreAdapter.ts'
import { STANDARD_CHECKERS } from '../polygon/standardCheckers.ts'
import type { Notes } from '../report.ts'
import { type Loose, listOf, mapOf, parseYaml, textOf } from '../yaml.ts'
import { INI, readIni } from './hydroIni.ts'
import { readStatements, STATEMENT_FILE } from './hydroStatement.ts'
import { type HydroTests, readHydroCases } from './hydroTests.ts'

/** Hydro's zip: a folder with `problem.yaml`, statements and `testdata/` per problem; a draft lacks the last one. */
export const hydro: PackageReader = {
  key: 'hydro',
  find: (files) =>
    rootsOf(files.paths, (name) => name === 'problem.yaml')
      .filter((root) => isHydro(files.within(root)))
      .map((root): Found => ({ at: root, read: (notes) => readHydro(files.within(root), notes) })),
}

/** Folders of ICPC packages, which have a `problem.yaml` too. */
const OF_ICPC = new Set(['data', 'submissions', 'statement', 'problem_statement'])

function isHydro(files: PackageFiles): boolean {
  const folders = files.foldersIn('')
  if (folders.includes('testdata')) return true
  return (
    !folders.some((name) => OF_ICPC.has(name)) && files.filesIn('').some((name) => STATEMENT_FILE.test(name))
  )
}

type Words = { [key: string]: Loose }

/** Tests of a problem without `testdata/`. */
const DRAFT: HydroTests = { cases: [], caseMode: 'ALL', timeMs: PLAIN.timeMs, memoryMb: PLAIN.memoryMb }

const CONFIGS = ['testdata/config.yaml', 'testdata/config.yml']

function readConfig(files: PackageFiles): { configFile: string | undefined; config: Words } {
  const configFile = CONFIGS.find((path) => files.has(path))
  if (configFile)
    return { configFile, config: mapOf(parseYaml(files.needText(configFile), files.full(configFile))) }
  return files.has(INI) ? { configFile: INI, config: readIni(files) } : { configFile, config: {} }
}

function readHydro(files: PackageFiles, notes: Notes): PackageProblem {
  const words = mapOf(parseYaml(files.needText('problem.yaml'), files.full('problem.yaml')))
  const { configFile, config } = readConfig(files)
  const annexes = new Annexes()
  for (const name of files.filesIn('additional_file')) {
    annexes.add(name, files.bytes(`additional_file/${name}`) ?? new Uint8Array())
  }
  const { statements, samples } = readStatements(files, words, annexes, notes)
  const kind = textOf(config.type) ?? 'default'
  if (kind !== 'default' && kind !== 'interactive') {
    throw new Refusal('PACKAGE_UNUSABLE', { file: files.full(configFile ?? ''), what: `type: ${kind}` })
  }
  const interactor = kind === 'interactive' ? programOf(files, config.interactor) : null
  if (kind === 'interactive' && !interactor) {
    throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('testdata/interactor') })
  }
  if (interactor) notes.understood('interactor')
  const file = files.full(configFile ?? 'testdata/')
  const hasTests = files.foldersIn('').includes('testdata')
  const checker = interactor ? PLAIN.checker : checkerOf(files, config, notes)
  const judging = judgingOf({ checker, interactor })
  const tests = hasTests ? readHydroCases(files, config, file, judging, notes) : DRAFT
  return {
    ...PLAIN,
    displayId: textOf(words.pid),
    difficulty: 'MID',
    scoring: 'OI',
    caseMode: tests.caseMode,
    timeMs: tests.timeMs,
    memoryMb: tests.memoryMb,
    checker,
    interactor,
    fileIo: fileIoOf(config),
    userFiles: besideOf(files, config.user_extra_files, notes),
    judgeFiles: besideOf(files, config.judge_extra_files, notes),
    languageKeys: languagesOf(config.langs, notes),
    statements,
    samples: samples.map(shownSample),
    testcases: tests.cases,
    tags: listOf(words.tag).flatMap((tag) => textOf(tag) ?? []),
    annexes: annexes.list,
  }
}

/** A program under `testdata/`, given as a name or with its language. */
function programOf(files: PackageFiles, value: Loose | undefined): CheckingProgram | null {
  const name = textOf(value) ?? textOf(mapOf(value).file)
  if (!name) return null
  const language = checkingLanguageOfHydro(textOf(mapOf(value).lang) ?? '', name)
  const source = files.text(`testdata/${name}`)
  if (source === null) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`testdata/${name}`) })
  if (!language)
    throw new Refusal('PACKAGE_UNUSABLE', { file: files.full(`testdata/${name}`), what: 'checker' })
  return { language, source, convention: 'testlib' }
}

/** Calling conventions of Hydro's checkers that are adapted: by exit code, or by a score. */
const DIALECTS = { hustoj: HUSTOJ, qduoj: QDUOJ, syzoj: 'syzoj', lemon: 'lemon' } as const

/**
 * Checker in one of Hydro's calling conventions; `strict` is our exact comparison. A name without a dot is a standard checker
 * of testlib.
 */
function checkerOf(files: PackageFiles, config: Words, notes: Notes): PackageProblem['checker'] {
  const dialect = textOf(config.checker_type) ?? (config.checker === undefined ? 'default' : 'testlib')
  if (dialect === 'strict') return { kind: 'default', ignoreTrailingBlanks: false }
  if (dialect === 'default' || config.checker === undefined || config.checker === null) {
    return { kind: 'default', ignoreTrailingBlanks: true }
  }
  const refuse = (what: string) =>
    new Refusal('PACKAGE_UNUSABLE', { file: files.full(CONFIGS[0] ?? ''), what })
  if (Object.hasOwn(DIALECTS, dialect)) {
    const program = programOf(files, config.checker)
    if (program) return adapted(program, DIALECTS[dialect as keyof typeof DIALECTS], files, notes)
  }
  if (dialect !== 'testlib') throw refuse(`checker_type: ${dialect}`)
  const name = textOf(config.checker) ?? textOf(mapOf(config.checker).file) ?? ''
  const standard = STANDARD_CHECKERS[name]
  if (standard) {
    notes.converted('checkerBuiltIn', { name: `${name} → ${standard.kind}` })
    return standard
  }
  if (name && !name.includes('.') && !files.has(`testdata/${name}`)) throw refuse(`checker: ${name}`)
  const program = programOf(files, config.checker)
  if (!program) return { kind: 'default', ignoreTrailingBlanks: true }
  notes.understood('checkerProgram')
  return { kind: 'program', ...program }
}

/** A checker in C or C++ with an adapter to our convention. */
function adapted(
  program: CheckingProgram,
  dialect: Dialect | ScoredDialect,
  files: PackageFiles,
  notes: Notes,
): PackageProblem['checker'] {
  const file = files.full('testdata/')
  if (typeof dialect === 'string') return scoredChecker(program, dialect, { file }, notes)
  if (!/^c(?:pp|\d)/.test(program.language))
    throw new Refusal('PACKAGE_UNUSABLE', { file, what: `checker: ${program.language}` })
  notes.converted('checkerAdapter', {}, file)
  return { kind: 'program', ...program, source: adaptChecker(program.source, dialect) }
}

/** `filename: market` means market.in and market.out. */
function fileIoOf(config: Words): PackageProblem['fileIo'] {
  const name = textOf(config.filename)
  return name ? { input: `${name}.in`, output: `${name}.out` } : null
}

function besideOf(files: PackageFiles, value: Loose | undefined, notes: Notes): Record<string, string> {
  return Object.fromEntries(
    listOf(value).flatMap((one) => {
      const name = textOf(one) ?? ''
      const text = name === 'testlib.h' ? null : files.text(`testdata/${name}`)
      if (text === null && name !== 'testlib.h') notes.leftOut('files', {}, files.full(`testdata/${name}`))
      return text === null ? [] : [[name, text]]
    }),
  )
}

function languagesOf(value: Loose | undefined, notes: Notes): string[] {
  const keys = listOf(value).flatMap((one) => {
    const known = languagesOfHydro(textOf(one) ?? '')
    if (known.length === 0) notes.leftOut('languages', { language: textOf(one) ?? '' })
    return known
  })
  return [...new Set(keys)]
}
