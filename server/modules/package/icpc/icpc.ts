import { MOST_PASSES } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { languagesOfFamily } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import {
  chooseLanguages,
  languagesByText,
  rootsOf,
  type Statement,
  splitStatement,
} from '../../testset/sections.ts'
import { parseOwn, restoreOwn } from '../extension.ts'
import { type Found, type PackageProblem, type PackageReader, PLAIN, type ReadOptions } from '../format.ts'
import { richTexts } from '../html/richText.ts'
import { Annexes, annexLink, boundText, fromLatex, plainTitle, withPictures } from '../latex/statement.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import { readIcpcMakers } from '../makers.ts'
import { outputsAsked } from '../oi/programs.ts'
import { readIcpcRefereeTests } from '../refereeTests.ts'
import type { Notes } from '../report.ts'
import { type Loose, listOf, mapOf, parseYaml, textOf } from '../yaml.ts'
import { layOut } from './generatedTests.ts'
import { readGeneratorRules } from './generatorsYaml.ts'
import { readFlags } from './icpcFlags.ts'
import { annexNameIn, plainMarkdown } from './icpcMarkdown.ts'
import { checkerOfFlags, readIncluded, readSolutions } from './icpcPrograms.ts'
import { readSamples, readTests } from './icpcTests.ts'
import { readValidator, type Validating, writesScores } from './icpcValidator.ts'

/** File of our extension in a package of this format. */
export const OWN_FILE = 'online-judge.yaml'

/**
 * ICPC and Kattis problem packages: the legacy format, its ICPC subset, DOMjudge's additions, and 2023-07.
 */
export const icpc: PackageReader = {
  key: 'icpc',
  find: (files) =>
    rootsOf(files.paths, (name) => name === 'problem.yaml' || name === 'domjudge-problem.ini')
      .filter((root) => isPackage(files.within(root)))
      .map(
        (root): Found => ({
          at: root,
          read: (notes, options) => readIcpc(files.within(root), notes, options),
        }),
      ),
}

/** Whether it is such a package; Hydro has a `problem.yaml` too, but keeps its tests in `testdata/`. */
const isPackage = (files: PackageFiles) =>
  files.paths.some((path) => /^(?:data|problem_statement|statement|submissions)\//.test(path)) &&
  !files.paths.some((path) => path.startsWith('testdata/'))

type Words = { [key: string]: Loose }

function readIcpc(files: PackageFiles, notes: Notes, { points }: ReadOptions): PackageProblem {
  const text = files.text('problem.yaml')
  const words = text === null ? {} : mapOf(parseYaml(text, files.full('problem.yaml')))
  const settings = domjudgeSettings(files.text('domjudge-problem.ini'))
  const constants = constantsOf(words.constants)
  const annexes = new Annexes()
  const statements = readStatements(files, words, settings, constants, annexes, notes)

  const ownText = files.text(OWN_FILE)
  if (ownText !== null) {
    const own = parseOwn(parseYaml(ownText, files.full(OWN_FILE)), files.full(OWN_FILE))
    if (own.cases.every(({ input }) => files.has(input))) return restoreFrom(files, own, statements, notes)
    notes.leftOut('otherFiles', {}, files.full(OWN_FILE))
  }

  const kinds = [...listOf(words.type), textOf(words.validation) ?? ''].map((kind) => textOf(kind) ?? '')
  const says = (word: string) => kinds.some((kind) => kind.split(/\s+/).includes(word))
  const limits = mapOf(words.limits)
  const passes = says('multi-pass') || says('multipass') ? passLimit(files, limits) : 1
  const interactive = says('interactive')
  const scored = says('scoring')
  const fill = (source: string) => withConstants(source, constants)
  const custom = files.paths.some((path) => path.startsWith('output_validator/'))
  const partial = custom || says('score')
  const solutions = readSolutions(files, fill, notes)
  const scoreFile = writesScores(files)
  if (scoreFile && !scored) notes.leftOut('scoreFile', {}, files.full('problem.yaml'))
  const rules = { scored, interactive, partial, scoreFile, grading: mapOf(words.grading) }
  const generators = readGeneratorRules(files, { fill, scored }, notes)
  const makers = readIcpcMakers(files, generators, notes)
  const laid = generators && layOut(files, generators, makers, notes)
  const tested = laid?.files ?? files
  const tests = readTests(tested, { ...rules, points, solutions }, notes)
  if (Object.keys(constants).length > 0)
    notes.understood('constants', { count: Object.keys(constants).length })
  for (const name of files.filesIn('attachments')) {
    annexes.add(name, files.bytes(`attachments/${name}`) ?? new Uint8Array())
  }
  leaveOut(files, notes)
  return {
    ...PLAIN,
    displayId: settings['short-name'] ?? settings.externalid ?? null,
    scoring: scored ? 'OI' : 'ACM',
    caseMode: tests.caseMode,
    ...limitsOf(files, limits, settings, notes),
    ...validatingOf(files, words, { interactive, scored, passes, kinds, fill, tested }, notes),
    outputOnly: outputsAsked(says('submit-answer'), notes),
    userFiles: readIncluded(files, fill, notes),
    languageKeys: languagesOf(words.languages, notes),
    statements,
    samples: tests.samples,
    testcases: tests.cases,
    makers,
    ...(laid && { makers: laid.makers, ...laid.finish(tests.cases, scored ? 'OI' : 'ACM') }),
    answersBy: generators?.solution?.replace(/^submissions\//, '') ?? null,
    tags: keywordsOf(words.keywords),
    annexes: annexes.list,
    solutions,
    refereeTests: readIcpcRefereeTests(files),
  }
}

function restoreFrom(
  files: PackageFiles,
  own: Parameters<typeof restoreOwn>[1],
  statements: Statement[],
  notes: Notes,
): PackageProblem {
  const problem = restoreOwn(files, own, statements)
  notes.understood('tests', { count: problem.testcases.length })
  notes.understood('solutions', { count: problem.solutions.length })
  if (own.samples.length > 0) return problem
  return { ...problem, samples: readSamples(files, notes) }
}

const MAX_SETTINGS = 65_536

/** Parses `name = 'value'` lines of DOMjudge's own file. */
function domjudgeSettings(text: string | null): Record<string, string> {
  const lines = (text ?? '')
    .slice(0, MAX_SETTINGS)
    .split('\n')
    .map((line) => /^([\w-]{1,40})\s{0,9}=(.{0,300})$/.exec(line.trim()))
  return Object.fromEntries(
    lines.flatMap((match) =>
      match ? [[match[1] ?? '', (match[2] ?? '').trim().replace(/^(['"])(.*)\1$/, '$2')]] : [],
    ),
  )
}

/** Constants of 2023-07; one may have several forms, `{{name.latex}}`. */
function constantsOf(value: Loose | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, constant] of Object.entries(mapOf(value))) {
    const plain = textOf(constant)
    if (plain !== null) found[name] = plain
    for (const [spelling, inner] of Object.entries(mapOf(constant))) {
      const text = textOf(inner)
      if (text === null) continue
      found[`${name}.${spelling}`] = text
      if (spelling === 'value') found[name] = text
    }
  }
  return found
}

const withConstants = (text: string, constants: Record<string, string>) =>
  Object.keys(constants).length === 0
    ? text
    : text.replace(/\{\{\s*([A-Za-z_][\w.]{0,99})\s*\}\}/g, (whole, name: string) => constants[name] ?? whole)

const STATEMENT_FOLDERS = ['problem_statement', 'statement']
const STATEMENT_FILE = /^problem(?:\.([\w-]+))?\.(md|tex)$/

function readStatements(
  files: PackageFiles,
  words: Words,
  settings: Record<string, string>,
  constants: Record<string, string>,
  annexes: Annexes,
  notes: Notes,
): Statement[] {
  const found = STATEMENT_FOLDERS.flatMap((folder) =>
    files.filesIn(folder).flatMap((name) => {
      const match = STATEMENT_FILE.exec(name)
      return match ? [[match[1] ?? 'en', { folder, name, latex: match[2] === 'tex' }] as const] : []
    }),
  )
  const { chosen, left, lent } = chooseLanguages(
    languagesByText(found, ({ folder, name }) => files.text(`${folder}/${name}`) ?? ''),
  )
  for (const language of left) notes.leftOut('language', { language })
  if (lent !== null) notes.converted('language', { language: lent })
  if (chosen.length === 0) return [withoutWords(files, words, settings, annexes, notes)]
  return chosen.map(([locale, { folder, name, latex }]) => {
    const path = `${folder}/${name}`
    const text = boundText(files.text(path) ?? '')
    const read = latex
      ? fromLatex(text, files.full(path), notes, constants)
      : { markdown: plainMarkdown(withConstants(text, constants)), title: null }
    const within = files.within(folder)
    const pictured = withPictures(read.markdown, within, annexes, notes)
    const split = splitStatement(
      latex
        ? pictured
        : richTexts({
            file: files.full(path),
            annexes,
            notes,
            annexOf: annexIn(files, within, annexes),
          }).fromMarkdown(pictured),
    )
    if (!latex) notes.understood('statement', {}, files.full(path))
    if (!split.split) notes.converted('statementSplit', {}, files.full(path))
    return {
      locale,
      title:
        titleOf(words.name, locale) ??
        (read.title === null ? null : plainTitle(read.title)) ??
        split.title ??
        settings.name ??
        files.full('') ??
        '',
      description: split.description,
      input: split.input,
      output: split.output,
      hint: split.hint,
      source: sourceOf(words),
    }
  })
}

/** Files beside a statement and attachments, which it refers to, as annexes. */
const annexIn =
  (files: PackageFiles, folder: PackageFiles, annexes: Annexes) =>
  (address: string): string | null => {
    const attached = annexNameIn(/^\.\.\/attachments\/([^/]+)$/.exec(address)?.[1] ?? '')
    if (attached !== '' && files.has(`attachments/${attached}`)) return attached
    const path = address.replace(/^\.\//, '')
    const content = path !== '' && folder.has(path) ? folder.bytes(path) : null
    if (!content) return null
    const name = path.slice(path.lastIndexOf('/') + 1)
    annexes.add(name, content)
    return name
  }

/** A problem whose statement is a PDF only: it becomes an attachment. */
function withoutWords(
  files: PackageFiles,
  words: Words,
  settings: Record<string, string>,
  annexes: Annexes,
  notes: Notes,
): Statement {
  const printed = files.paths.filter((path) => /(?:^|\/)problem(?:\.[\w-]+)?\.(?:pdf|ps)$/.test(path))
  notes.leftOut('noStatement', {}, printed[0] ? files.full(printed[0]) : null)
  const title = titleOf(words.name, 'en-US') ?? settings.name
  if (!title) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('problem_statement/') })
  const links = printed.map((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    annexes.add(name, files.bytes(path) ?? new Uint8Array())
    return `[${name}](${annexLink(name)})`
  })
  const description = links.join('\n\n')
  return { locale: 'en-US', title, description, input: '', output: '', hint: '', source: sourceOf(words) }
}

function titleOf(name: Loose | undefined, locale: Statement['locale']): string | null {
  const plain = textOf(name)
  if (plain !== null) return plain
  const byLanguage = Object.entries(mapOf(name))
  const { chosen } = chooseLanguages(byLanguage)
  const value = chosen.find(([each]) => each === locale)?.[1] ?? chosen[0]?.[1]
  return value === undefined ? null : textOf(value)
}

function sourceOf(words: Words): string {
  const names = listOf(words.source).map((one) => textOf(one) ?? textOf(mapOf(one).name) ?? '')
  return names.filter(Boolean).join(', ')
}

const keywordsOf = (value: Loose | undefined): string[] =>
  typeof value === 'string'
    ? value.split(/\s+/).filter(Boolean)
    : listOf(value).flatMap((one) => textOf(one) ?? [])

function languagesOf(value: Loose | undefined, notes: Notes): string[] {
  const names =
    typeof value === 'string' ? value.split(/\s+/) : listOf(value).flatMap((one) => textOf(one) ?? [])
  if (names.length === 0 || names.includes('all')) return []
  const keys = names.flatMap((name) => {
    const known = languagesOfFamily(name)
    if (known.length === 0) notes.leftOut('languages', { language: name })
    return known
  })
  return [...new Set(keys)]
}

/** Passes of a multi-pass problem whose package names none. */
const PASSES = 2

function passLimit(files: PackageFiles, { validation_passes: given }: Words): number {
  const text = given === undefined ? String(PASSES) : (textOf(given) ?? '')
  const passes = Number(text)
  if (Number.isInteger(passes) && passes >= 1 && passes <= MOST_PASSES) return passes
  throw new Refusal('PACKAGE_UNUSABLE', {
    file: files.full('problem.yaml'),
    what: `validation_passes: ${text.slice(0, 40)}`,
  })
}

/** Memory (MiB) of problems that name none, on Kattis and in DOMjudge. */
const MEMORY_MB = 2048

function limitsOf(files: PackageFiles, limits: Words, settings: Record<string, string>, notes: Notes) {
  const file = files.full('problem.yaml')
  const ini = files.full('domjudge-problem.ini')
  const given = (name: string) => ({ name: `limits.${name}`, value: limits[name], file })
  const timeMs =
    timeLimit(given('time_limit'), 1000) ??
    timeLimit({ name: 'timelimit', value: settings.timelimit, file: ini }, 1000) ??
    timeLimit({ name: '.timelimit', value: files.text('.timelimit'), file: files.full('.timelimit') }, 1000)
  if (timeMs === null) notes.converted('timeDefault', { milliseconds: PLAIN.timeMs })
  else notes.understood('timeLimit', { milliseconds: timeMs })
  const memoryMb = sizeLimit(given('memory'))
  if (memoryMb === null) notes.converted('memoryDefault', { megabytes: MEMORY_MB })
  const outputMb = sizeLimit(given('output'))
  return {
    timeMs: timeMs ?? PLAIN.timeMs,
    memoryMb: memoryMb ?? MEMORY_MB,
    // Kattis limits the stack by the memory limit alone.
    stackMb: Math.max(PLAIN.stackMb, memoryMb ?? MEMORY_MB),
    outputBytes: outputMb === null ? null : outputMb * 1024 * 1024,
  }
}

type ValidatingRules = {
  interactive: boolean
  scored: boolean
  passes: number
  kinds: string[]
  fill: (text: string) => string
  /** The files with cases that generators.yaml contains. */
  tested: PackageFiles
}

function validatingOf(
  files: PackageFiles,
  words: Words,
  { interactive, scored, passes, kinds, fill, tested }: ValidatingRules,
  notes: Notes,
): Validating {
  const modern = files.paths.some((path) => path.startsWith('output_validator/'))
  const custom = interactive || modern || passes > 1 || kinds.some((kind) => kind.startsWith('custom'))
  const flags = readFlags(tested, { common: words.validator_flags, custom, scored }, notes)
  if (!custom) return { checker: checkerOfFlags(flags, notes), interactor: null, judgeFiles: {} }
  const read = readValidator(files, { interactive, passes, flags, fill }, notes)
  if (read) return read
  const folder = modern ? 'output_validator/' : 'output_validators/'
  const there = files.paths.some((path) => path.startsWith(folder))
  // Without its validator, wrong outputs could be accepted.
  throw there
    ? new Refusal('PACKAGE_VALIDATOR', { file: files.full(folder) })
    : new Refusal('PACKAGE_INCOMPLETE', { file: files.full(folder) })
}

/** Folders that are not imported. */
const WITHOUT_PLACE = [
  'static_validator',
  'solution',
  'graders',
  'input_visualizer',
  'output_visualizer',
  'data/invalid_answer',
]

function leaveOut(files: PackageFiles, notes: Notes): void {
  for (const folder of WITHOUT_PLACE) {
    if (files.paths.some((path) => path.startsWith(`${folder}/`))) {
      notes.leftOut('otherFiles', {}, files.full(folder))
    }
  }
}
