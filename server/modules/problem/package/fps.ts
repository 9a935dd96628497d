import { findLanguage } from '#judge/languages.ts'
import { hashOf } from '../../../core/blobs.ts'
import { Refusal } from '../../../core/errors.ts'
import { adaptChecker, HUSTOJ } from './adapter.ts'
import type { PackageFiles } from './files.ts'
import { type Found, type PackageProblem, type PackageReader, type PackageSolution, PLAIN } from './format.ts'
import { languageOfWord } from './languages.ts'
import type { Notes } from './report.ts'
import { Annexes, annexLink, fromHtml } from './statement.ts'
import { childrenOf, descend, parseXml, type Xml } from './xml.ts'

/** The "free problem set" of XML files, versions 1.1 to 1.4; a file may hold many problems. */
export const fps: PackageReader = {
  key: 'fps',
  find: (files) =>
    files.paths
      .filter((path) => /\.(?:xml|fps)$/i.test(path) && isFps(files, path))
      .flatMap((path): Found[] => {
        const root = parseXml(files.needText(path), files.full(path))
        const version = root.attributes.version ?? '1.2'
        return childrenOf(root, 'item').map((item, at) => ({
          at: `${path}#${at + 1}`,
          read: (notes) => readItem(item, version, path, notes),
        }))
      }),
}

const isFps = (files: PackageFiles, path: string) =>
  /<fps[\s>]/.test(Buffer.from(files.bytes(path)?.subarray(0, 65_536) ?? []).toString('latin1'))

const MIB = 1024 * 1024

function readItem(item: Xml, version: string, file: string, notes: Notes): PackageProblem {
  const annexes = new Annexes()
  const pictures = picturesOf(item, annexes, notes)
  const text = (name: string) => fromHtml(pictures(descend(item, name)?.text ?? ''))
  const title = (descend(item, 'title')?.text ?? '').trim()
  if (!title) throw new Refusal('PACKAGE_INCOMPLETE', { file: `${file}: title` })
  const inputs = childrenOf(item, 'test_input')
  const answers = childrenOf(item, 'test_output')
  const cases = inputs.map((input, at) => ({
    input: Buffer.from(input.text),
    answer: Buffer.from(answers[at]?.text ?? ''),
    subtask: 0,
    score: 0,
    ...(input.attributes.name ? { name: input.attributes.name } : {}),
  }))
  if (answers.length < inputs.length) notes.leftOut('answerMissing', {}, file)
  const outputs = childrenOf(item, 'sample_output')
  const samples = childrenOf(item, 'sample_input').map((input, at) => ({
    input: input.text.replace(/\r\n?/g, '\n'),
    output: (outputs[at]?.text ?? '').replace(/\r\n?/g, '\n'),
  }))
  notes.understood('tests', { count: cases.length })
  notes.converted('html', {}, file)
  for (const name of ['remote_oj', 'remote_id', 'prepend', 'append']) {
    if (descend(item, name)?.text.trim()) notes.leftOut('key', { key: name, value: '' }, file)
  }
  return {
    ...PLAIN,
    difficulty: 'MID',
    timeMs: timeOf(descend(item, 'time_limit'), version),
    memoryMb: memoryOf(descend(item, 'memory_limit'), version),
    checker: checkerOf(item, file, notes),
    statements: [
      {
        locale: /\p{Script=Han}/u.test(title + text('description')) ? 'zh-CN' : 'en-US',
        title: fromHtml(title),
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

/** Seconds unless a unit says milliseconds. */
function timeOf(element: Xml | undefined, version: string): number {
  const number = Number(element?.text.trim() || Number.NaN)
  if (!Number.isFinite(number)) return PLAIN.timeMs
  const unit = element?.attributes.unit?.trim().toLowerCase()
  return Math.round(unit === 'ms' && version !== '1.1' ? number : unit === 'ms' ? number : number * 1000)
}

/** Megabytes unless a unit says kilobytes or bytes; 1.1 knew no unit. */
function memoryOf(element: Xml | undefined, version: string): number {
  const number = Number(element?.text.trim() || Number.NaN)
  if (!Number.isFinite(number)) return PLAIN.memoryMb
  const unit = version === '1.1' ? 'mb' : (element?.attributes.unit?.trim().toLowerCase() ?? 'mb')
  if (unit.startsWith('k')) return Math.max(1, Math.ceil(number / 1024))
  return Math.max(1, Math.ceil(unit === 'b' ? number / MIB : number))
}

function checkerOf(item: Xml, file: string, notes: Notes): PackageProblem['checker'] {
  const spj = descend(item, 'spj') ?? descend(item, 'tpj')
  if (!spj?.text.trim()) return { kind: 'default', ignoreTrailingBlanks: true }
  const language = languageOfWord(spj.attributes.language ?? 'C++')
  if (!language || !findLanguage(language)?.checker) {
    throw new Refusal('PACKAGE_UNUSABLE', { file, what: `spj: ${spj.attributes.language ?? ''}` })
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

/** Pictures come in base64 under the address they had; the texts that name it get the annex it becomes. */
function picturesOf(item: Xml, annexes: Annexes, notes: Notes): (text: string) => string {
  const replaced: [string, string][] = []
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
    replaced.push([source, annexLink(name)])
  }
  // The longest first, so that an address that begins another does not tear it apart.
  replaced.sort(([a], [b]) => b.length - a.length)
  return (text) => replaced.reduce((words, [from, to]) => words.replaceAll(from, to), text)
}
