import type { CheckerSpec } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { checkingLanguageOf } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { pairTests } from '../../testset/pairing.ts'
import { type PackageProblem, type PackageReader, PLAIN } from '../format.ts'
import { keepableText } from '../programs.ts'
import type { Notes } from '../report.ts'
import { casesOfSubtasks } from '../scoring/caseFiles.ts'
import type { Case, Subtask } from '../scoring/subtasks.ts'
import { type Loose, listOf, mapOf, numberOf, parseYaml, textOf } from '../yaml.ts'
import { checkingProgram, judgingOf, outputsAsked, scoredChecker } from './programs.ts'
import { settingsReader } from './settingsReader.ts'
import { limitsTaken, statementBesideTests } from './statement.ts'

const CONFIG = 'data.yml'
const SAYS = /^[ \t]*(?:subtasks|inputFile|outputFile|userOutput|specialJudge|extraSourceFiles)[ \t]*:/m

/** Data of SYZOJ and LibreOJ: a folder with `data.yml` and the tests that it names. */
export const syzoj: PackageReader = settingsReader({
  key: 'syzoj',
  names: [CONFIG],
  says: SAYS,
  read: (files, _, notes) => readSyzoj(files, notes),
})

type Words = { [key: string]: Loose }

function readSyzoj(files: PackageFiles, notes: Notes): PackageProblem {
  const file = files.full(CONFIG)
  const config = mapOf(parseYaml(files.needText(CONFIG), file))
  const says = (key: string) => config[key] !== undefined && config[key] !== null
  if (says('interactor')) throw new Refusal('PACKAGE_UNUSABLE', { file, what: 'interactor' })
  const checker = checkerOf(files, config, notes)
  const judging = judgingOf({ checker, interactor: null })
  const subtasks = subtasksOf(files, config, { ...judging, file }, notes)
  const tests = casesOfSubtasks(files, subtasks, { ...judging, file }, notes)
  const shown = statementBesideTests(files, { title: files.name || CONFIG, locale: 'zh-CN' }, notes)
  return {
    ...PLAIN,
    ...shown,
    ...limitsTaken(notes),
    scoring: 'OI',
    caseMode: tests.caseMode,
    checker,
    outputOnly: outputsAsked(says('userOutput'), notes),
    userFiles: filesBeside(files, config, notes),
    testcases: tests.cases,
  }
}

/** The checker that `specialJudge` names, else a file that begins with `spj_`. */
function checkerOf(files: PackageFiles, config: Words, notes: Notes): CheckerSpec {
  const said = mapOf(config.specialJudge)
  const name =
    textOf(config.specialJudge) ??
    textOf(said.fileName) ??
    files.filesIn('').find((one) => /^spj_/.test(one) && checkingLanguageOf(one) !== null)
  if (!name) return { kind: 'default', ignoreTrailingBlanks: true }
  return scoredChecker(checkingProgram(files, name), 'syzoj', { file: files.full(name) }, notes)
}

function subtasksOf(
  files: PackageFiles,
  config: Words,
  { needsAnswers, isPartial, file }: { needsAnswers: boolean; isPartial: boolean; file: string },
  notes: Notes,
): Subtask[] {
  const input = textOf(config.inputFile)
  const output = textOf(config.outputFile)
  const named = listOf(config.subtasks).map(mapOf)
  if (named.length === 0) return [foundByName(files, needsAnswers)]
  if (input === null) throw new Refusal('PACKAGE_INCOMPLETE', { file: `${file}: inputFile` })
  const filled = (pattern: string, word: string) => pattern.replaceAll('#', () => word)
  return named.map((words, at) => {
    const type = textOf(words.type) ?? 'sum'
    // A product of shares is the least of them where each is nothing or all.
    if (type === 'mul' && isPartial) notes.leftOut('groupRule', { rule: `subtask ${at + 1}: mul` }, file)
    const cases = listOf(words.cases).map((one): Case => {
      const word = textOf(one) ?? ''
      return { ...CASE, input: filled(input, word), output: output === null ? null : filled(output, word) }
    })
    return { ...SUBTASK, type: type === 'mul' ? 'min' : type, score: numberOf(words.score), cases }
  })
}

const CASE = { score: null, time: null, memory: null }
const SUBTASK = { id: null, waitsFor: [], time: null, memory: null }

/** Tests found by name, which add up. */
function foundByName(files: PackageFiles, needsAnswers: boolean): Subtask {
  const { pairs } = pairTests(files.paths.map((name) => ({ name })))
  const cases = pairs
    .filter(({ answer }) => answer !== null || !needsAnswers)
    .map(({ input, answer }): Case => ({ ...CASE, input: input.name, output: answer?.name ?? null }))
  return { ...SUBTASK, type: 'sum', score: null, cases }
}

/** Files that are compiled with the program, in any language. */
function filesBeside(files: PackageFiles, config: Words, notes: Notes): Record<string, string> {
  const listed = listOf(config.extraSourceFiles).flatMap((one) => listOf(mapOf(one).files).map(mapOf))
  return Object.fromEntries(
    listed.flatMap((one) => {
      const path = textOf(one.name) ?? ''
      const name = textOf(one.dest) ?? path
      const text = files.has(path) ? keepableText(files, { name, path }) : null
      if (text === null) notes.leftOut('files', {}, files.full(path))
      return text === null ? [] : [[name, text]]
    }),
  )
}
