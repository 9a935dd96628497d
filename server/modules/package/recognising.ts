/**
 * Recognises the parts of a problem in an uploaded folder: statements, samples, checker and solutions. Only
 * certain matches are used; other files are listed as unused.
 */
import type { CheckingProgram, Verdict } from '#judge/protocol.ts'
import type { Locale } from '#locales/i18n.ts'
import type { TestUploadFile } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { MOST_MAKERS } from '../generator/maker.ts'
import { MAX_SCRIPT, writeLine } from '../generator/script.ts'
import { MAX_TITLE } from '../problem/authoring/problemFields.ts'
import { expectedOf } from '../solution/expected.ts'
import { checkingLanguageOf, isSource, languageOfSource } from '../solution/languages.ts'
import { byCodePoint, PackageFiles, unixText } from '../testset/files.ts'
import { type Pair, pairTests } from '../testset/pairing.ts'
import { type Statement, splitStatement } from '../testset/sections.ts'
import { packageOfFiles } from './folderImport.ts'
import type { FormatKey, PackageMaker } from './format.ts'
import { GENERATORS_FILE, readGeneratorRules } from './icpc/generatorsYaml.ts'
import { makerOf, wordOfPath } from './makers.ts'
import { baseOf, isMarkdown, localeOf, STATEMENT_NAME } from './oi/statement.ts'
import { polygonScriptOf } from './polygon/polygonTests.ts'
import { Notes } from './report.ts'

/** Largest statement or source (bytes). */
const MOST_BYTES = 262_144
/** Largest sample in a statement (bytes). */
const MOST_SAMPLE_BYTES = 10_000
const MOST_SAMPLES = 5
/** Most files that are read. */
const MOST_LOOKED_INTO = 200

/** A recognised item, and its file. */
type From<What> = What & { file: string }

type Sample = { input: string; output: string }

export type FoundSolution = { name: string; language: string; source: string; expected: Verdict[] }

/** A generator or validator; `file`: its path. */
export type FoundMaker = PackageMaker & { file: string }

export type Findings = {
  /** At most one per language. */
  statements: From<{ words: Statement }>[]
  samples: Sample[]
  checker: From<{ program: CheckingProgram }> | null
  interactor: From<{ program: CheckingProgram }> | null
  solutions: FoundSolution[]
  /** Generators and validators. */
  makers: FoundMaker[]
  /** Test script, as far as the folder has one. */
  script: string
  /** Number of cases. */
  caseCount: number
  /** Files that are not used. */
  unused: TestUploadFile[]
  /** The problem package that the files are, for its importer; null: they are none. */
  package: { format: FormatKey; count: number } | null
}

type Text = { file: TestUploadFile; text: string }

/** Recognises the files of a viewer's upload by names and contents. */
export async function findingsOf(ctx: Context, uploadId: string): Promise<Findings> {
  const files = await ctx.db.testUploadFile.findMany({ where: { uploadId }, orderBy: { name: 'asc' } })
  const { pairs, left } = pairTests(files)
  const readable = left
    .filter(({ name, size }) => size > 0 && size <= MOST_BYTES && (isMarkdown(name) || isSource(name)))
    .slice(0, MOST_LOOKED_INTO)
  const texts: Text[] = []
  for (const file of readable) texts.push({ file, text: await textOf(ctx, file) })

  const statements = statementsIn(texts)
  const checker = programIn(texts, 'registerTestlibCmd') ?? kattisChecker(texts)
  const interactor = checker ? null : programIn(texts, 'registerInteraction')
  const judging = new Set([checker?.file, interactor?.file])
  const folders = await makersInFolders(ctx, left)
  for (const { inside } of folders) for (const name of inside) judging.add(name)
  const alone = makersIn(texts.filter(({ file }) => !judging.has(file.name)))
  for (const { file } of alone) judging.add(file)
  const makers = [...folders.map(({ maker }) => maker), ...alone].slice(0, MOST_MAKERS)
  const script = await scriptIn(ctx, left)
  const solutions = texts.flatMap(({ file, text }) =>
    judging.has(file.name) || isTestlib(text) || CHECKS.test(file.name)
      ? []
      : (solutionIn(file.name, text) ?? []),
  )
  const inWords = statements.flatMap(({ samples }) => (samples.length > 0 ? [samples] : []))[0]
  // Interactive problems have no answers; in others a case needs one.
  const cases = pairs.filter(({ answer }) => answer || interactor)
  const used = new Set<string | undefined>([
    ...judging,
    ...statements.map(({ file }) => file),
    ...solutions.map(({ name }) => name),
    ...cases.flatMap(({ input, answer }) => [input.name, answer?.name]),
    script?.file,
  ])
  return {
    package: await packageOfFiles(ctx, files),
    statements: statements.map(({ file, words }) => ({ file, words })),
    samples: inWords ?? (await samplesAmong(ctx, cases)),
    checker,
    interactor,
    solutions,
    makers,
    script: script?.text ?? '',
    caseCount: cases.length,
    unused: files.filter(({ name }) => !used.has(name)),
  }
}

const textOf = async (ctx: Context, { hash }: Pick<TestUploadFile, 'hash'>) =>
  unixText(await ctx.house.blobs.readBytes(hash)).replaceAll('\u0000', '')

/**
 * Statements: Markdown files named so, or with headings for input or output; the nearest to the root per
 * language.
 */
function statementsIn(texts: readonly Text[]): (From<{ words: Statement }> & { samples: Sample[] })[] {
  const found = new Map<Locale, From<{ words: Statement }> & { samples: Sample[] }>()
  const byDepth = texts
    .filter(({ file }) => isMarkdown(file.name))
    .toSorted((a, b) => depthOf(a.file.name) - depthOf(b.file.name))
  for (const { file, text } of byDepth) {
    const { title, split, samples, isPaired: _, ...parts } = splitStatement(text)
    if (!split && !STATEMENT_NAME.test(baseOf(file.name))) continue
    const locale = localeOf(file.name, text)
    if (found.has(locale)) continue
    const words = { ...parts, locale, title: (title ?? '').slice(0, MAX_TITLE), source: '' }
    found.set(locale, { file: file.name, words, samples: samples.slice(0, MOST_SAMPLES) })
  }
  return [...found.values()]
}

const depthOf = (name: string) => name.split('/').length

/** Cases whose folder or name marks them as samples. */
async function samplesAmong(ctx: Context, pairs: readonly Pair<TestUploadFile>[]): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const { stem, input, answer } of pairs) {
    if (samples.length === MOST_SAMPLES) break
    if (!/(?:^|\/)(?:samples?|examples?)(?:\/|[-_.]?\d*$)/i.test(stem) || !answer) continue
    if (input.size > MOST_SAMPLE_BYTES || answer.size > MOST_SAMPLE_BYTES) continue
    samples.push({ input: await textOf(ctx, input), output: await textOf(ctx, answer) })
  }
  return samples
}

const isTestlib = (text: string) =>
  /\bregister(?:TestlibCmd|Interaction|Gen|Validation)\s*\(/.test(text) || /\bTESTLIB_H_?\b/.test(text)

/** The only program that begins like testlib's checkers or interactors; of two, none is chosen. */
function programIn(texts: readonly Text[], call: string): From<{ program: CheckingProgram }> | null {
  const begins = new RegExp(`\\b${call}\\s*\\(`)
  const found = texts.filter(({ file, text }) => begins.test(text) && checkingLanguageOf(file.name))
  const [only] = found
  const language = only && checkingLanguageOf(only.file.name)
  if (!only || !language || found.length > 1 || /\bTESTLIB_H_?\b/.test(only.text)) return null
  return { file: only.file.name, program: { language, source: only.text, convention: 'testlib' } }
}

/** Package folders of the checker, whatever its name. */
const CHECKS = /(?:^|\/)output_validators?\//i

/** The only program in the checker folder, which uses the convention of Kattis. */
function kattisChecker(texts: readonly Text[]): From<{ program: CheckingProgram }> | null {
  const found = texts.filter(({ file }) => CHECKS.test(file.name) && checkingLanguageOf(file.name))
  const [only] = found
  const language = only && checkingLanguageOf(only.file.name)
  if (!only || !language || found.length > 1) return null
  return { file: only.file.name, program: { language, source: only.text, convention: 'kattis' } }
}

/** Package folders and common names of generators and of validators. */
const PLACES: [RegExp, PackageMaker['role']][] = [
  [/(?:^|\/)(?:input_(?:format_)?validators?|validators?)\//i, 'VALIDATOR'],
  [/(?:^|\/)(?:generators?|gens?)\//i, 'GENERATOR'],
  [/(?:^|\/)(?:validator|validate|val|校验器)(?:[-_]?\d*)\.[^./]+$/i, 'VALIDATOR'],
  [/(?:^|\/)(?:gen|generator|make|mk|数据生成器)(?:[-_]\w+|\d*)\.[^./]+$/i, 'GENERATOR'],
]

/**
 * Generators and validators: programs that begin like testlib's, or with such a folder or name; each name
 * once.
 */
function makersIn(texts: readonly Text[]): FoundMaker[] {
  const found = texts.flatMap(({ file, text }): FoundMaker[] => {
    const begins = /\bregisterValidation\s*\(/.test(text)
      ? 'VALIDATOR'
      : /\bregisterGen\s*\(/.test(text)
        ? 'GENERATOR'
        : null
    // Programs called checker or interactor that were not chosen are skipped.
    const isChecker = isTestlib(text) || CHECKS.test(file.name)
    const role = begins ?? (isChecker ? null : PLACES.find(([place]) => place.test(file.name))?.[1])
    const language = languageOfSource(file.name, text)
    const name = wordOfPath(file.name)
    if (!role || language === null || name === '' || /\bTESTLIB_H_?\b/.test(text)) return []
    const kattis = begins === null && /(?:^|\/)input_(?:format_)?validators?\//.test(file.name)
    return [
      {
        file: file.name,
        role,
        name,
        language,
        source: text,
        files: {},
        convention: kattis ? 'kattis' : 'testlib',
      },
    ]
  })
  return [...new Map(found.map((one) => [`${one.role} ${one.name}`, one])).values()]
}

/** Folders of generators and validators that hold a program of several files. */
const PROGRAM_FOLDER =
  /^(?:.*\/)?(?:(generators?|gens?)|(input_(?:format_)?validators?)|validators?)\/[^/]+(?=\/[^/]+$)/i

/** Programs of several files, each a folder, and the names of all their files. */
async function makersInFolders(
  ctx: Context,
  files: readonly TestUploadFile[],
): Promise<{ maker: FoundMaker; inside: string[] }[]> {
  const folders = new Map<string, TestUploadFile[]>()
  for (const file of files) {
    const folder = PROGRAM_FOLDER.exec(file.name)?.[0]
    if (folder !== undefined) folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  const found: { maker: FoundMaker; inside: string[] }[] = []
  for (const [folder, inside] of folders) {
    if (inside.length < 2 || inside.some(({ size }) => size > MOST_BYTES)) continue
    if (inside.length > MOST_LOOKED_INTO || found.length >= MOST_MAKERS) continue
    const read = new Map<string, Uint8Array>()
    for (const { name, hash } of inside) read.set(name, await ctx.house.blobs.readBytes(hash))
    const [, isGenerator, isKattis] = PROGRAM_FOLDER.exec(inside[0]?.name ?? '') ?? []
    const place = { name: wordOfPath(folder), at: folder, parts: null }
    const maker = makerOf(
      new PackageFiles(read),
      { ...place, role: isGenerator ? 'GENERATOR' : 'VALIDATOR' },
      new Notes(),
    )
    if (!maker) continue
    found.push({
      maker: { ...maker, file: folder, convention: isKattis ? 'kattis' : 'testlib' },
      inside: inside.map(({ name }) => name),
    })
  }
  return found
}

/** Script of a generators.yaml of BAPCtools, followed by comments on what a script cannot express. */
function scriptOfRules(text: string): string {
  const notes = new Notes()
  const files = new PackageFiles(new Map([[GENERATORS_FILE, Buffer.from(text)]]))
  const rules = readGeneratorRules(files, { fill: (command) => command, scored: false }, notes)
  const judged = (rules?.cases ?? []).filter(({ path }) => /^data\/(?:sample|secret)\//.test(path))
  const lines = judged
    .toSorted((a, b) => byCodePoint(a.path, b.path))
    .map(
      ({ call, key, copy }) => (call && writeLine(call.generator, call.words)) ?? `# ${key}: ${copy ?? 'in'}`,
    )
  const left = notes.list.map(
    ({ key, parameters }) => `# ${[parameters.key ?? key, parameters.value ?? '?'].join(': ')}`,
  )
  return [...lines, ...left].map((line) => `${line.replace(/\s*\n\s*/g, ' ')}\n`).join('')
}

/** Script: commands of Polygon's problem.xml, those of generators.yaml, or a file named as a script. */
async function scriptIn(
  ctx: Context,
  files: readonly TestUploadFile[],
): Promise<{ file: string; text: string } | null> {
  const named = (pattern: RegExp) =>
    files.find(({ name, size }) => pattern.test(name) && size > 0 && size <= MOST_BYTES)
  const script = named(/(?:^|\/)(?:gen_?)?script(?:\.txt)?$/i)
  if (script) return { file: script.name, text: (await textOf(ctx, script)).slice(0, MAX_SCRIPT) }
  const rules = named(/(?:^|\/)generators\/generators\.yaml$/)
  if (rules) return { file: rules.name, text: scriptOfRules(await textOf(ctx, rules)).slice(0, MAX_SCRIPT) }
  const listed = named(/(?:^|\/)problem\.xml$/)
  if (!listed) return null
  const text = polygonScriptOf(await textOf(ctx, listed), listed.name)
  return text === '' ? null : { file: listed.name, text }
}

/** A solution with expected verdicts; null when its name and folder state none. */
function solutionIn(name: string, source: string): FoundSolution | null {
  const language = languageOfSource(name, source)
  const expected = expectedOf(name, source)
  return language && expected.length > 0 ? { name, language, source, expected } : null
}
