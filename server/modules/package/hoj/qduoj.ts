import { findLanguage } from '#judge/languages.ts'
import type { CheckerSpec } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { languageKeyOf } from '../../site/language.ts'
import { languageOfWord } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { splitEvenly } from '../../testset/sections.ts'
import { adaptChecker, QDUOJ } from '../checkerAdapter.ts'
import {
  type Found,
  type PackageProblem,
  type PackageReader,
  type PackageSolution,
  PLAIN,
  shownSample,
} from '../format.ts'
import { type RichTexts, richTexts } from '../html/richText.ts'
import { Annexes } from '../latex/statement.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import type { Notes } from '../report.ts'
import { type Loose, listOf, mapOf, numberOf, parseJson, textOf } from '../yaml.ts'

/** QDUOJ's zip: a folder with `problem.json` and `testcase/` per problem. */
export const qduoj: PackageReader = {
  key: 'qduoj',
  find: (files) =>
    ['', ...files.foldersIn('')]
      .filter((folder) => files.within(folder).has('problem.json') && isPackage(files.within(folder)))
      .map((folder): Found => ({ at: folder, read: (notes) => readQduoj(files.within(folder), notes) })),
}

const isPackage = (files: PackageFiles) => files.foldersIn('').includes('testcase')

/** Languages of its problems. */
const LANGUAGES = ['C', 'C With O2', 'C++', 'C++ With O2', 'Java', 'Python3', 'Python2', 'Golang', 'C#']

/** Undoes double JSON escapes of old exports. */
const unescaped = (text: string) =>
  text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type Words = { [key: string]: Loose }

function textFrom(value: Loose | undefined, { fromHtml, fromMarkdown, fromEither }: RichTexts): string {
  const { format, value: inner } = mapOf(value)
  const text = unescaped(textOf(inner) ?? textOf(value) ?? '')
  if (textOf(format) === 'markdown') return fromMarkdown(text)
  return textOf(format) === 'html' ? fromHtml(text) : fromEither(text)
}

function readQduoj(files: PackageFiles, notes: Notes): PackageProblem {
  const words = mapOf(parseJson(files.needText('problem.json'), files.full('problem.json')))
  const scored = textOf(words.rule_type) === 'OI'
  const given = (name: string) => ({ name, value: words[name], file: files.full('problem.json') })
  const checker = checkerOf(words.spj, notes)
  const languages = LANGUAGES.flatMap((name) => languageKeyOf(name) ?? [])
  const templates = Object.keys(mapOf(words.template))
  if (templates.length > 0) notes.leftOut('template', { language: templates.join(', ') })
  notes.understood('statement', {}, files.full('problem.json'))
  const annexes = new Annexes()
  const texts = richTexts({ file: files.full('problem.json'), annexes, notes })
  const richText = (value: Loose | undefined) => textFrom(value, texts)
  return {
    ...PLAIN,
    displayId: textOf(words.display_id),
    difficulty: 'MID',
    scoring: scored ? 'OI' : 'ACM',
    timeMs: timeLimit(given('time_limit'), 1) ?? PLAIN.timeMs,
    memoryMb: sizeLimit(given('memory_limit')) ?? PLAIN.memoryMb,
    checker,
    languageKeys: languages,
    statements: [
      {
        locale: 'zh-CN',
        title: unescaped(textOf(words.title) ?? '') || files.full(''),
        description: richText(words.description),
        input: richText(words.input_description),
        output: richText(words.output_description),
        hint: richText(words.hint),
        source: unescaped(textOf(words.source) ?? ''),
      },
    ],
    samples: listOf(words.samples).map((sample) =>
      shownSample({
        input: textOf(mapOf(sample).input) ?? '',
        output: textOf(mapOf(sample).output) ?? '',
      }),
    ),
    testcases: casesOf(files, words, { scored, checker }, notes),
    tags: listOf(words.tags).flatMap((tag) => textOf(tag) ?? []),
    annexes: annexes.list,
    solutions: solutionsOf(words.answers, notes),
  }
}

/** Accepted programs, which tools that write the format add to it. */
function solutionsOf(answers: Loose | undefined, notes: Notes): PackageSolution[] {
  const solutions = listOf(answers).flatMap((one, at): PackageSolution[] => {
    const { code, language } = mapOf(one)
    const [source, word] = [textOf(code), textOf(language) ?? '']
    const key = languageKeyOf(word)
    if (source !== null && key === null) notes.leftOut('solutionLanguage', {}, word || null)
    return source === null || key === null
      ? []
      : [{ name: `solution-${at + 1}`, language: key, source, expected: ['ACCEPTED'], score: null }]
  })
  if (solutions.length > 0) notes.understood('solutions', { count: solutions.length })
  return solutions
}

/** Checkers of QDUOJ get input and output, in that order; the answer after them is ignored. */
function checkerOf(spj: Loose | undefined, notes: Notes): CheckerSpec {
  const { code, language } = mapOf(spj)
  const source = textOf(code)
  if (source === null) return { kind: 'default', ignoreTrailingBlanks: true }
  const key = languageOfWord(textOf(language) ?? 'C++') ?? ''
  if (!findLanguage(key)?.checker) {
    throw new Refusal('PACKAGE_UNUSABLE', { file: 'problem.json', what: `spj: ${textOf(language) ?? ''}` })
  }
  notes.converted('checkerAdapter', {}, 'problem.json')
  return { kind: 'program', language: key, source: adaptChecker(source, QDUOJ), convention: 'testlib' }
}

function casesOf(
  files: PackageFiles,
  words: Words,
  { scored, checker }: { scored: boolean; checker: CheckerSpec },
  notes: Notes,
): PackageProblem['testcases'] {
  const inputs = files.filesIn('testcase').filter((name) => name.endsWith('.in'))
  const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
  const checked = checker.kind === 'program'
  const answerOf = (name: string) => `${name.slice(0, -3)}.out`
  const given = listOf(words.test_case_score).map(mapOf)
  const listed =
    given.length > 0
      ? given.map((one) => ({ ...one, input_name: textOf(one.input_name) ?? '' }))
      : inputs.sort(byNumber).map((name) => ({
          input_name: name,
          output_name: checked && !files.has(`testcase/${answerOf(name)}`) ? '-' : answerOf(name),
          score: null,
        }))
  if (listed.length === 0) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('testcase/') })
  const even = splitEvenly(100, Math.max(1, listed.length))
  const rated = (score: Loose | undefined, at: number) => ({
    subtask: 0,
    score: scored ? Math.round(numberOf(score) ?? even[at] ?? 0) : 0,
  })
  const cases = listed.map(({ input_name: name, ...one }: Words & { input_name: string }, at) => {
    const input = files.bytes(`testcase/${name}`)
    if (!input) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`testcase/${name}`) })
    const answerName = textOf(one.output_name) || '-'
    // Where a checker judges, QDUOJ keeps no answers and writes a dash.
    if (answerName === '-') return { input, answer: null, ...rated(one.score, at) }
    const answer = files.bytes(`testcase/${answerName}`)
    if (!answer) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`testcase/${answerName}`) })
    return { input, answer, ...rated(one.score, at) }
  })
  notes.understood('tests', { count: cases.length })
  return cases
}
