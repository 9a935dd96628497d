import { findLanguage } from '#judge/languages.ts'
import { hashOf } from '../../core/blobs.ts'
import { Refusal, refusalOf } from '../../core/errors.ts'
import { decodeText } from '../../shared/decodeText.ts'
import { languageOfWord } from '../solution/languages.ts'
import type { PackageFiles } from '../testset/files.ts'
import { adaptChecker, HUSTOJ } from './checkerAdapter.ts'
import {
  type Found,
  type PackageCase,
  type PackageProblem,
  type PackageReader,
  type PackageSolution,
  PLAIN,
  shownSample,
} from './format.ts'
import { richTexts, titleOfHtml } from './html/richText.ts'
import { Annexes } from './latex/statement.ts'
import { sizeLimit, timeLimit } from './limits.ts'
import type { Notes } from './report.ts'
import { childrenOf, descend, parseXml, type Xml } from './xml.ts'

/** FPS ("free problem set") XML files, versions 1.1 to 1.6; a file may hold many problems. */
export const fps: PackageReader = {
  key: 'fps',
  find: (files) =>
    files.paths
      .filter((path) => /\.(?:xml|fps)$/i.test(path) && isFps(files, path))
      .flatMap((path) => itemsOf(files, path)),
}

/** Problems of a file; an unreadable one is refused alone. */
function itemsOf(files: PackageFiles, path: string): Found[] {
  try {
    const root = parseXml(files.bytes(path) ?? new Uint8Array(), files.full(path), { lenient: true })
    const version = root.attributes.version ?? '1.2'
    return childrenOf(root, 'item').map((item, at) => ({
      at: `${path}#${at + 1}`,
      read: (notes) => readItem(item, version, `${path}#${at + 1}`, notes),
    }))
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    const read = () => {
      throw refusal
    }
    return [{ at: path, read }]
  }
}

const isFps = (files: PackageFiles, path: string) =>
  /<fps[\s>]/.test(decodeText(files.bytes(path)?.subarray(0, 65_536) ?? new Uint8Array()))

const MIB = 1024 * 1024

/** Longest text (characters) that a note repeats. */
const MOST_NOTED = 2000

function readItem(item: Xml, version: string, file: string, notes: Notes): PackageProblem {
  if (item.flaw) throw new Refusal(item.flaw, { file })
  const annexes = new Annexes()
  const { fromEither } = richTexts({ file, annexes, notes, annexOf: picturesOf(item, annexes, notes) })
  const text = (name: string) => fromEither(descend(item, name)?.text ?? '')
  const title = (descend(item, 'title')?.text ?? '').trim()
  if (!title) throw new Refusal('PACKAGE_INCOMPLETE', { file: `${file}: title` })
  const cases = casesOf(item, file, notes)
  const outputs = childrenOf(item, 'sample_output')
  const samples = childrenOf(item, 'sample_input')
    .map(({ text }, at) => shownSample({ input: text, output: outputs[at]?.text ?? '' }))
    .filter(({ input, output }) => input.trim() !== '' || output.trim() !== '')
  notes.understood('tests', { count: cases.length })
  for (const name of ['remote_oj', 'remote_id', 'prepend', 'append']) {
    for (const { text, attributes } of childrenOf(item, name)) {
      const value = text.trim().slice(0, MOST_NOTED)
      const key = attributes.language ? `${name} (${attributes.language})` : name
      if (value) notes.leftOut('key', { key, value }, file)
    }
  }
  return {
    ...PLAIN,
    difficulty: 'MID',
    timeMs: timeOf(item, file) ?? defaultTime(notes),
    memoryMb: memoryOf(item, version, file) ?? defaultMemory(notes),
    checker: checkerOf(item, file, notes),
    statements: [
      {
        locale: /\p{Script=Han}/u.test(title + text('description')) ? 'zh-CN' : 'en-US',
        title: titleOfHtml(title),
        description: text('description'),
        input: text('input'),
        output: text('output'),
        hint: text('hint'),
        source: text('source'),
      },
    ],
    samples,
    testcases: cases,
    templates: templatesOf(item, notes),
    annexes: annexes.list,
    solutions: solutionsOf(item, notes),
  }
}

/**
 * Cases: inputs and outputs alternate, or all inputs precede all outputs; names decide where both have them.
 */
function casesOf(item: Xml, file: string, notes: Notes): PackageCase[] {
  const inputs = childrenOf(item, 'test_input')
  const outputs = childrenOf(item, 'test_output')
  const named = new Map(outputs.flatMap((one) => (one.attributes.name ? [[one.attributes.name, one]] : [])))
  const byName = named.size === outputs.length && inputs.every(({ attributes }) => attributes.name)
  // Without names, a missing one cannot be located.
  const guessed = !byName && outputs.length > 0 && outputs.length < inputs.length
  if (guessed) throw new Refusal('PACKAGE_INCOMPLETE', { file: `${file}: test_output` })
  return inputs.map((input, at) => {
    const { name = '' } = input.attributes
    const output = byName ? named.get(name) : outputs[at]
    if (!output) notes.leftOut('answerMissing', {}, `${file}: ${name || at + 1}`)
    return {
      input: Buffer.from(input.text),
      answer: output ? Buffer.from(output.text) : null,
      subtask: 0,
      score: 0,
      ...(name ? { name } : {}),
    }
  })
}

function defaultTime(notes: Notes): number {
  notes.converted('timeDefault', { milliseconds: PLAIN.timeMs })
  return PLAIN.timeMs
}

function defaultMemory(notes: Notes): number {
  notes.converted('memoryDefault', { megabytes: PLAIN.memoryMb })
  return PLAIN.memoryMb
}

const unitOf = (element: Xml | undefined) => element?.attributes.unit?.trim().toLowerCase() ?? ''

/** Time limit in seconds, unless a unit says milliseconds. */
function timeOf(item: Xml, file: string): number | null {
  const element = descend(item, 'time_limit')
  const given = { name: 'time_limit', value: element?.text, file }
  return timeLimit(given, unitOf(element) === 'ms' ? 1 : 1000)
}

/** Memory limit in megabytes, unless a unit says otherwise; version 1.1 has no unit. */
function memoryOf(item: Xml, version: string, file: string): number | null {
  const element = descend(item, 'memory_limit')
  const unit = version === '1.1' ? '' : unitOf(element)
  const given = { name: 'memory_limit', value: element?.text, file }
  return sizeLimit(
    given,
    unit.startsWith('k') ? 1 / 1024 : unit === 'b' ? 1 / MIB : unit.startsWith('g') ? 1024 : 1,
  )
}

/** The first checker that compiles here; HUSTOJ writes the same one in several languages. */
function checkerOf(item: Xml, file: string, notes: Notes): PackageProblem['checker'] {
  const written = [...childrenOf(item, 'tpj'), ...childrenOf(item, 'spj')].filter(
    ({ text }) => text.trim() !== '',
  )
  if (written.length === 0) return { kind: 'default', ignoreTrailingBlanks: true }
  const wordOf = ({ attributes }: Xml) => attributes.language ?? 'C++'
  const spj = written.find((one) => findLanguage(languageOfWord(wordOf(one)) ?? '')?.checker)
  const language = spj && languageOfWord(wordOf(spj))
  if (!spj || !language) {
    throw new Refusal('PACKAGE_UNUSABLE', { file, what: `spj: ${written.map(wordOf).join(', ')}` })
  }
  for (const other of written) {
    if (other !== spj) notes.leftOut('checkers', {}, `${file}: ${other.name} ${wordOf(other)}`)
  }
  if (spj.name === 'tpj' || spj.text.includes('testlib.h')) {
    notes.understood('checkerProgram', {}, file)
    return { kind: 'program', language, source: spj.text, convention: 'testlib' }
  }
  notes.converted('checkerAdapter', {}, file)
  return { kind: 'program', language, source: adaptChecker(spj.text, HUSTOJ), convention: 'testlib' }
}

function templatesOf(item: Xml, notes: Notes): Record<string, string> {
  const templates: Record<string, string> = {}
  for (const { attributes, text } of childrenOf(item, 'template')) {
    const key = languageOfWord(attributes.language ?? '')
    if (key) templates[key] = text
    else notes.leftOut('template', { language: attributes.language ?? '' })
  }
  return templates
}

function solutionsOf(item: Xml, notes: Notes): PackageSolution[] {
  return childrenOf(item, 'solution').flatMap(({ attributes, text }, at) => {
    const language = languageOfWord(attributes.language ?? '')
    if (!language) {
      notes.leftOut('solutionLanguage', {}, attributes.language ?? null)
      return []
    }
    return [
      { name: `solution-${at + 1}`, language, source: text, expected: ['ACCEPTED' as const], score: null },
    ]
  })
}

const TYPES: [RegExp, string][] = [
  [/^\x89PNG/, 'png'],
  [/^\xff\xd8\xff/, 'jpg'],
  [/^GIF8/, 'gif'],
  [/^RIFF....WEBP/s, 'webp'],
]

/** Stores pictures in base64 as annexes, and returns the annex of an address in the texts. */
function picturesOf(item: Xml, annexes: Annexes, notes: Notes): (address: string) => string | null {
  const bySource = new Map<string, string>()
  for (const [at, picture] of childrenOf(item, 'img').entries()) {
    const source = descend(picture, 'src')?.text.trim() ?? ''
    const bytes = Buffer.from(descend(picture, 'base64')?.text ?? '', 'base64')
    const start = bytes.subarray(0, 16).toString('latin1')
    const type = TYPES.find(([pattern]) => pattern.test(start))?.[1]
    if (!type || source === '') {
      notes.leftOut('picture', {}, source || null)
      continue
    }
    const name = `picture-${at + 1}-${hashOf(bytes).slice(0, 8)}.${type}`
    annexes.add(name, bytes)
    bySource.set(source, name)
  }
  return (address) => {
    // A text may name the host of a picture whose address has none.
    const path = URL.canParse(address) ? address.replace(/^[a-z]+:\/\/[^/]*/i, '') : address
    return bySource.get(address) ?? bySource.get(path) ?? null
  }
}
