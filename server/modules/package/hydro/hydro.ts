import type { CheckingProgram } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { checkingLanguageOfHydro, languagesOfHydro } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { rootsOf } from '../../testset/sections.ts'
import { adaptChecker, type Dialect, HUSTOJ, QDUOJ } from '../checkerAdapter.ts'
import {
  type Found,
  type PackageMaker,
  type PackageProblem,
  type PackageReader,
  PLAIN,
  shownSample,
} from '../format.ts'
import { Annexes } from '../latex/statement.ts'
import { wordOfPath } from '../makers.ts'
import { judgingOf, outputsAsked, scoredChecker } from '../oi/programs.ts'
import type { ScoredDialect } from '../oi/scoreAdapter.ts'
import { settingsReader } from '../oi/settingsReader.ts'
import { statementBesideTests } from '../oi/statement.ts'
import { STANDARD_CHECKERS } from '../polygon/standardCheckers.ts'
import type { Notes } from '../report.ts'
import { type Loose, listOf, mapOf, parseYaml, textOf } from '../yaml.ts'
import { INI, readIni } from './hydroIni.ts'
import { readStatements, STATEMENT_FILE } from './hydroStatement.ts'
import { readHydroCases } from './hydroTests.ts'

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

/** A problem without tests. */
const DRAFT: Pick<PackageProblem, 'difficulty' | 'scoring' | 'testcases'> = {
  difficulty: 'MID',
  scoring: 'OI',
  testcases: [],
}

const CONFIGS = ['config.yaml', 'config.yml']

/** Settings of Hydro's tests. */
const SAYS =
  /^(?:type|subtasks|cases|checker|checker_type|interactor|time|memory|filename|langs|(?:user|judge)_extra_files)[ \t]*:/m

/** A folder of Hydro's tests alone, as its page of a problem takes and saves them. */
export const hydroTests: PackageReader = settingsReader({
  key: 'hydro',
  names: CONFIGS,
  says: SAYS,
  read: (tests, name, notes) => {
    const shown = statementBesideTests(tests, { title: tests.name || name, locale: 'zh-CN' }, notes)
    return { ...PLAIN, ...shown, ...readTests(tests, notes) }
  },
})

function readConfig(tests: PackageFiles): { configFile: string | undefined; config: Words } {
  const configFile = CONFIGS.find((path) => tests.has(path))
  if (configFile)
    return { configFile, config: mapOf(parseYaml(tests.needText(configFile), tests.full(configFile))) }
  return tests.has(INI) ? { configFile: INI, config: readIni(tests) } : { configFile, config: {} }
}

function readHydro(files: PackageFiles, notes: Notes): PackageProblem {
  const words = mapOf(parseYaml(files.needText('problem.yaml'), files.full('problem.yaml')))
  const annexes = new Annexes()
  for (const name of files.filesIn('additional_file')) {
    annexes.add(name, files.bytes(`additional_file/${name}`) ?? new Uint8Array())
  }
  const { statements, samples } = readStatements(files, words, annexes, notes)
  const tests = files.foldersIn('').includes('testdata') ? files.within('testdata') : null
  return {
    ...PLAIN,
    ...(tests ? readTests(tests, notes) : DRAFT),
    displayId: textOf(words.pid),
    statements,
    samples: samples.map(shownSample),
    tags: listOf(words.tag).flatMap((tag) => textOf(tag) ?? []),
    annexes: annexes.list,
  }
}

/** What a folder of tests says of a problem. */
type Judged = Pick<
  PackageProblem,
  | 'difficulty'
  | 'scoring'
  | 'caseMode'
  | 'timeMs'
  | 'memoryMb'
  | 'checker'
  | 'interactor'
  | 'outputOnly'
  | 'fileIo'
  | 'userFiles'
  | 'judgeFiles'
  | 'languageKeys'
  | 'testcases'
  | 'makers'
>

/** Scripts that Hydro runs in place of the compiler and of the program. */
const SCRIPTS = ['compile.sh', 'execute.sh']

/** Limits by language, and code around a submission. */
const WITHOUT_PLACE = ['time_limit_rate', 'memory_limit_rate', 'template']

function readTests(tests: PackageFiles, notes: Notes): Judged {
  const { configFile, config } = readConfig(tests)
  const kind = textOf(config.type) ?? 'default'
  if (!['default', 'interactive', 'submit_answer'].includes(kind)) {
    throw new Refusal('PACKAGE_UNUSABLE', { file: tests.full(configFile ?? ''), what: `type: ${kind}` })
  }
  const script = listOf(config.user_extra_files).find((name) => SCRIPTS.includes(textOf(name) ?? ''))
  // Programs would be compiled without it, and all be rejected.
  if (script !== undefined)
    throw new Refusal('PACKAGE_UNUSABLE', {
      file: tests.full(configFile ?? ''),
      what: `user_extra_files: ${textOf(script)}`,
    })
  for (const key of WITHOUT_PLACE)
    if (config[key] !== undefined && config[key] !== null)
      notes.leftOut(
        'key',
        { key, value: JSON.stringify(config[key]).slice(0, 80) },
        tests.full(configFile ?? ''),
      )
  const interactor = kind === 'interactive' ? programOf(tests, config.interactor) : null
  if (kind === 'interactive' && !interactor) {
    throw new Refusal('PACKAGE_INCOMPLETE', { file: tests.full('interactor') })
  }
  if (interactor) notes.understood('interactor')
  const checker = interactor ? PLAIN.checker : checkerOf(tests, config, notes)
  const judging = judgingOf({ checker, interactor })
  const { cases, ...others } = readHydroCases(tests, config, tests.full(configFile ?? ''), judging, notes)
  return {
    ...others,
    difficulty: 'MID',
    scoring: 'OI',
    checker,
    interactor,
    outputOnly: outputsAsked(kind === 'submit_answer', notes),
    fileIo: fileIoOf(config),
    userFiles: besideOf(tests, config.user_extra_files, notes),
    judgeFiles: besideOf(tests, config.judge_extra_files, notes),
    languageKeys: languagesOf(config.langs, notes),
    testcases: cases,
    makers: validatorOf(tests, config.validator, notes),
  }
}

/** A program beside the tests, given as a name or with its language. */
function programOf(tests: PackageFiles, value: Loose | undefined): CheckingProgram | null {
  const name = textOf(value) ?? textOf(mapOf(value).file)
  if (!name) return null
  const language = checkingLanguageOfHydro(textOf(mapOf(value).lang) ?? '', name)
  const source = tests.text(name)
  if (source === null) throw new Refusal('PACKAGE_INCOMPLETE', { file: tests.full(name) })
  if (!language) throw new Refusal('PACKAGE_UNUSABLE', { file: tests.full(name), what: 'checker' })
  return { language, source, convention: 'testlib' }
}

/** Calling conventions of Hydro's checkers that are adapted: by exit code, or by a score. */
const DIALECTS = { hustoj: HUSTOJ, qduoj: QDUOJ, syzoj: 'syzoj', lemon: 'lemon' } as const

/**
 * Checker in one of Hydro's calling conventions; `strict` is our exact comparison. A name without a dot is a standard checker
 * of testlib.
 */
function checkerOf(tests: PackageFiles, config: Words, notes: Notes): PackageProblem['checker'] {
  const dialect = textOf(config.checker_type) ?? (config.checker === undefined ? 'default' : 'testlib')
  if (dialect === 'strict') return { kind: 'default', ignoreTrailingBlanks: false }
  if (dialect === 'default' || config.checker === undefined || config.checker === null) {
    return { kind: 'default', ignoreTrailingBlanks: true }
  }
  const refuse = (what: string) =>
    new Refusal('PACKAGE_UNUSABLE', { file: tests.full(CONFIGS[0] ?? ''), what })
  if (Object.hasOwn(DIALECTS, dialect)) {
    const program = programOf(tests, config.checker)
    if (program) return adapted(program, DIALECTS[dialect as keyof typeof DIALECTS], tests, notes)
  }
  if (dialect === 'kattis') return kattisChecker(tests, config, refuse, notes)
  if (dialect !== 'testlib') throw refuse(`checker_type: ${dialect}`)
  const name = textOf(config.checker) ?? textOf(mapOf(config.checker).file) ?? ''
  const standard = STANDARD_CHECKERS[name]
  if (standard) {
    notes.converted('checkerBuiltIn', { name: `${name} → ${standard.kind}` })
    return standard
  }
  if (name && !name.includes('.') && !tests.has(name)) throw refuse(`checker: ${name}`)
  const program = programOf(tests, config.checker)
  if (!program) return { kind: 'default', ignoreTrailingBlanks: true }
  notes.understood('checkerProgram')
  return { kind: 'program', ...program }
}

/** A checker in the convention of Kattis. Points that it writes mean something else in Hydro: they are refused. */
function kattisChecker(
  tests: PackageFiles,
  config: Words,
  refuse: (what: string) => Refusal,
  notes: Notes,
): PackageProblem['checker'] {
  const program = programOf(tests, config.checker)
  if (!program) throw refuse('checker_type: kattis')
  if (/\bscore\.txt\b/.test(program.source)) throw refuse('checker_type: kattis, score.txt')
  notes.understood('checkerProgram')
  return { kind: 'program', ...program, convention: 'kattis' }
}

/** The input validator, which Hydro asks about hacks. One that cannot be kept is noted. */
function validatorOf(tests: PackageFiles, value: Loose | undefined, notes: Notes): PackageMaker[] {
  const file = textOf(value) ?? textOf(mapOf(value).file)
  if (!file) return []
  const language = checkingLanguageOfHydro(textOf(mapOf(value).lang) ?? '', file)
  const source = tests.text(file)
  const name = wordOfPath(file).replace(/\.[^.]*$/, '')
  if (source !== null && language !== null && name !== '')
    return [{ role: 'VALIDATOR', name, language, source, files: {}, convention: 'testlib' }]
  notes.leftOut('otherFiles', {}, tests.full(file))
  return []
}

/** A checker in C or C++ with an adapter to our convention. */
function adapted(
  program: CheckingProgram,
  dialect: Dialect | ScoredDialect,
  tests: PackageFiles,
  notes: Notes,
): PackageProblem['checker'] {
  const file = tests.full('')
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

function besideOf(tests: PackageFiles, value: Loose | undefined, notes: Notes): Record<string, string> {
  return Object.fromEntries(
    listOf(value).flatMap((one) => {
      const name = textOf(one) ?? ''
      const text = name === 'testlib.h' ? null : tests.text(name)
      if (text === null && name !== 'testlib.h') notes.leftOut('files', {}, tests.full(name))
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
