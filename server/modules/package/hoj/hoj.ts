import type { CheckerSpec, CheckingProgram } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import {
  CASE_MODE_WORD,
  DIFFICULTY_CODE,
  difficultyOfCode,
  examplesOf,
  JUDGE_MODE_WORD,
  SCORING_CODE,
  VISIBILITY_CODE,
} from '../../problem/restCodes.ts'
import { languageKeyOf } from '../../site/language.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { type Statement, splitEvenly } from '../../testset/sections.ts'
import { parseOwn, restoreOwn } from '../extension.ts'
import {
  type Found,
  type PackageProblem,
  type PackageReader,
  type PackageVisibility,
  PLAIN,
  shownSample,
} from '../format.ts'
import { richTexts } from '../html/richText.ts'
import { Annexes } from '../latex/statement.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import type { Notes } from '../report.ts'
import { type Loose, listOf, mapOf, numberOf, parseJson, textOf } from '../yaml.ts'

/** Key of our extension in the JSON of a problem; HOJ ignores unknown keys. */
export const OWN_KEY = 'onlineJudge'

/** HOJ's zip: a JSON file and a folder of the same name per problem. */
export const hoj: PackageReader = {
  key: 'hoj',
  find: (files) => {
    const folders = new Set(files.foldersIn(''))
    return files
      .filesIn('')
      .filter((name) => name.endsWith('.json') && folders.has(name.slice(0, -5)))
      .map(
        (name): Found => ({
          at: name.slice(0, -5),
          read: (notes) => readHoj(files, name.slice(0, -5), notes),
        }),
      )
  },
}

type Words = { [key: string]: Loose }

const { GROUP: _, ...CODE_OF_VISIBILITY } = VISIBILITY_CODE

const keyOf = <Key extends string>(words: Record<Key, string | number>, word: string | null): Key | null =>
  (Object.entries(words) as [Key, string | number][]).find(([, each]) => String(each) === word)?.[0] ?? null

function readHoj(files: PackageFiles, stem: string, notes: Notes): PackageProblem {
  const file = `${stem}.json`
  const words = mapOf(parseJson(files.needText(file), files.full(file)))
  const problem = mapOf(words.problem)
  if (words[OWN_KEY] !== undefined) {
    const own = parseOwn(words[OWN_KEY] ?? null, files.full(file))
    notes.understood('tests', { count: own.cases.length })
    const restored = restoreOwn(files, own, [statementOf(problem, stem, (text) => text)])
    return { ...restored, ...visibilityOf(problem) }
  }
  const { fromMarkdown } = richTexts({ file: files.full(file), annexes: new Annexes(), notes })
  notes.understood('statement', {}, files.full(file))
  const given = (name: string) => ({ name, value: problem[name], file: files.full(file) })
  const scoring = keyOf(SCORING_CODE, textOf(problem.type)) ?? 'ACM'
  const word = textOf(problem.judgeCaseMode)
  const caseMode = keyOf(CASE_MODE_WORD, word) ?? 'ALL'
  if (word !== null && keyOf(CASE_MODE_WORD, word) === null)
    notes.converted('key', { key: 'judgeCaseMode', value: word })
  const judgeMode = keyOf(JUDGE_MODE_WORD, textOf(words.judgeMode) ?? textOf(problem.judgeMode)) ?? 'DEFAULT'
  const trim = problem.isRemoveEndBlank !== false
  const plain: CheckerSpec = { kind: 'default', ignoreTrailingBlanks: trim }
  const program = judgeMode === 'DEFAULT' ? null : programOf(problem)
  // Compared with the answers, right outputs would be rejected.
  if (judgeMode !== 'DEFAULT' && !program)
    throw new Refusal('PACKAGE_INCOMPLETE', { file: `${files.full(file)}: spjCode` })
  if (program) notes.understood(judgeMode === 'INTERACTIVE' ? 'interactor' : 'checkerProgram')
  return {
    ...PLAIN,
    ...visibilityOf(problem),
    displayId: textOf(problem.problemId),
    difficulty:
      difficultyOfCode(textOf(problem.difficulty) ?? undefined) ??
      keyOf(DIFFICULTY_CODE, textOf(problem.difficulty)) ??
      'MID',
    scoring,
    caseMode,
    timeMs: timeLimit(given('timeLimit'), 1) ?? PLAIN.timeMs,
    memoryMb: sizeLimit(given('memoryLimit')) ?? PLAIN.memoryMb,
    stackMb: sizeLimit(given('stackLimit')) ?? PLAIN.stackMb,
    checker: judgeMode === 'CHECKER' && program ? { kind: 'program', ...program } : plain,
    interactor: judgeMode === 'INTERACTIVE' ? program : null,
    fileIo: fileIoOf(problem),
    userFiles: textsOf(words.userExtraFile),
    judgeFiles: textsOf(words.judgeExtraFile),
    openCases: problem.openCaseResult !== false,
    codeShare: problem.codeShare === true,
    languageKeys: languagesOf(words.languages, notes),
    statements: [statementOf(problem, stem, fromMarkdown)],
    samples: examplesOf(textOf(problem.examples) ?? '').map(shownSample),
    testcases: casesOf(files, stem, words, scoring === 'OI', caseMode, numberOf(problem.ioScore), notes),
    templates: templatesOf(words.codeTemplates, notes),
    tags: listOf(words.tags).flatMap((tag) => textOf(tag) ?? textOf(mapOf(tag).name) ?? []),
  }
}

/** The stated visibility; nothing for an unknown code. */
function visibilityOf({ auth }: Words): { visibility?: PackageVisibility } {
  const visibility = keyOf(CODE_OF_VISIBILITY, textOf(auth))
  return visibility ? { visibility } : {}
}

/** Texts of HOJ are Markdown; `read` converts what HTML is in them. */
const statementOf = (problem: Words, stem: string, read: (text: string) => string): Statement => {
  const text = (key: string) => read(textOf(problem[key]) ?? '')
  return {
    locale: 'zh-CN',
    title: textOf(problem.title) ?? stem,
    description: text('description'),
    input: text('input'),
    output: text('output'),
    hint: text('hint'),
    source: text('source'),
  }
}

function programOf(problem: Words): CheckingProgram | null {
  const source = textOf(problem.spjCode)
  if (!source) return null
  const name = textOf(problem.spjLanguage) ?? 'C++'
  return { language: name === 'C' ? 'c11o2' : 'cpp14o2', source, convention: 'testlib' }
}

function fileIoOf(problem: Words): PackageProblem['fileIo'] {
  const input = textOf(problem.ioReadFileName)
  const output = textOf(problem.ioWriteFileName)
  return problem.isFileIO === true && input && output ? { input, output } : null
}

/** A map of texts, or one encoded as a JSON string. */
function textsOf(value: Loose | undefined): Record<string, string> {
  const map =
    typeof value === 'string' && value.startsWith('{') ? mapOf(parseJson(value, 'extraFile')) : mapOf(value)
  return Object.fromEntries(Object.entries(map).map(([name, content]) => [name, textOf(content) ?? '']))
}

/** Languages; unknown ones fall back to all, as in HOJ. */
function languagesOf(value: Loose | undefined, notes: Notes): string[] {
  const names = listOf(value).flatMap((name) => textOf(name) ?? [])
  const keys = names.flatMap((name) => languageKeyOf(name) ?? [])
  for (const name of names) if (languageKeyOf(name) === null) notes.leftOut('languages', { language: name })
  return keys.length === names.length ? keys : []
}

function templatesOf(value: Loose | undefined, notes: Notes): Record<string, string> {
  const templates: Record<string, string> = {}
  for (const one of listOf(value)) {
    const { language, code } = mapOf(one)
    const key = languageKeyOf(textOf(language) ?? '')
    if (key) templates[key] = textOf(code) ?? ''
    else notes.leftOut('template', { language: textOf(language) ?? '' })
  }
  return templates
}

function casesOf(
  files: PackageFiles,
  stem: string,
  words: Words,
  scored: boolean,
  caseMode: PackageProblem['caseMode'],
  total: number | null,
  notes: Notes,
): PackageProblem['testcases'] {
  const listed = listOf(words.samples).map(mapOf)
  const even = splitEvenly(total ?? 100, Math.max(1, listed.length))
  const grouped = caseMode === 'SUBTASK_LOWEST' || caseMode === 'SUBTASK_AVERAGE'
  const contentOf = (name: string | null) => (name === null ? null : files.bytes(`${stem}/${name}`))
  if (listed.length === 0) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`${stem}/`) })
  const cases = listed.map((one, at) => {
    const [inputName, answerName] = [textOf(one.input), textOf(one.output)]
    const input = contentOf(inputName)
    if (!input) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`${stem}/${inputName ?? ''}`) })
    const answer = contentOf(answerName)
    if (!answer && answerName)
      throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full(`${stem}/${answerName}`) })
    if (!answer) notes.leftOut('answerMissing', {}, files.full(`${stem}/${inputName ?? ''}`))
    return {
      input,
      // An input without an output has an empty answer in HOJ.
      answer: answer ?? new Uint8Array(),
      subtask: grouped ? Math.max(1, numberOf(one.groupNum) ?? 1) : 0,
      score: scored ? Math.round(numberOf(one.score) ?? even[at] ?? 0) : 0,
    }
  })
  notes.understood('tests', { count: cases.length })
  return cases
}
