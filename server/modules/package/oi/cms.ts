import type { CheckerSpec } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { checkingLanguageOf } from '../../solution/languages.ts'
import type { PackageFiles } from '../../testset/files.ts'
import { FULL_SCORE } from '../../testset/sections.ts'
import { type PackageProblem, type PackageReader, PLAIN } from '../format.ts'
import { annexLink } from '../latex/statement.ts'
import { sizeLimit, timeLimit } from '../limits.ts'
import type { Notes } from '../report.ts'
import { casesOfSubtasks } from '../scoring/caseFiles.ts'
import type { Case, Subtask } from '../scoring/subtasks.ts'
import { type Loose, mapOf, numberOf, parseYaml, textOf } from '../yaml.ts'
import { filesWithGrader, languagesOfGraders } from './graders.ts'
import { checkingProgram, judgingOf, scoredChecker, settingsText } from './programs.ts'
import { settingsReader } from './settingsReader.ts'

const TASK = 'task.yaml'
const SAYS =
  /^[ \t]*(?:n_input|score_mode|score_type|token_mode|public_testcases|risultati|nome_breve|infile)[ \t]*:/m

/** Tasks of CMS in the Italian format: a folder with `task.yaml`, `input/`, `output/`, `gen/GEN`, `sol/` and `check/`. */
export const cms: PackageReader = settingsReader({
  key: 'cms',
  names: [TASK],
  says: SAYS,
  read: (files, _, notes) => readCms(files, notes),
})

type Words = { [key: string]: Loose }

const SECOND = 1000
const MOST_TESTS = 10_000

function readCms(files: PackageFiles, notes: Notes): PackageProblem {
  const file = files.full(TASK)
  const config = mapOf(parseYaml(files.needText(TASK), file))
  const refuse = (what: string) => new Refusal('PACKAGE_UNUSABLE', { file, what })
  if (config.output_only === true) throw refuse('output_only')
  if (files.paths.some((path) => /^(?:check|cor)\/manager(?:\.|$)/.test(path))) throw refuse('check/manager')
  const checker = checkerOf(files, notes)
  const judging = { ...judgingOf({ checker, interactor: null }), file }
  const { cases, caseMode } = casesOfSubtasks(files, subtasksOf(files, config, file), judging, notes)
  const given = (...keys: string[]) => {
    const name = keys.find((key) => config[key] !== undefined) ?? keys[0] ?? ''
    return { name, value: config[name], file }
  }
  const timeMs = timeLimit(given('time_limit', 'timeout'), SECOND)
  const memoryMb = sizeLimit(given('memory_limit', 'memlimit'))
  if (timeMs === null) notes.converted('timeDefault', { milliseconds: PLAIN.timeMs })
  if (memoryMb === null) notes.converted('memoryDefault', { megabytes: PLAIN.memoryMb })
  const userFiles = besideProgram(files, notes)
  return {
    ...PLAIN,
    ...printed(files, config, notes),
    scoring: 'OI',
    caseMode,
    timeMs: timeMs ?? PLAIN.timeMs,
    memoryMb: memoryMb ?? PLAIN.memoryMb,
    checker,
    fileIo: fileIoOf(config),
    userFiles,
    languageKeys: languagesOfGraders(userFiles),
    testcases: cases,
  }
}

/** The source of the checker; the package itself runs the program that was built from it. */
function checkerOf(files: PackageFiles, notes: Notes): CheckerSpec {
  const isChecker = /^(?:check\/checker|cor\/correttore)(?:\.[^./]+)?$/
  const found = files.paths.filter((path) => isChecker.test(path))
  const source = found.find((path) => checkingLanguageOf(path) !== null)
  if (source) return scoredChecker(checkingProgram(files, source), 'cms', { file: files.full(source) }, notes)
  if (found[0]) throw new Refusal('PACKAGE_UNUSABLE', { file: files.full(found[0]), what: 'checker' })
  return { kind: 'lines' }
}

/** Number of tests, and the points of each subtask with the number of its tests. */
type Counted = { count: number; groups: { points: number; count: number }[] }

/** Reads `gen/GEN`: a test on each line, and before those of a subtask a comment with its points, `#ST: 30`. */
function countedIn(text: string): Counted {
  const groups: Counted['groups'] = []
  let count = 0
  for (const line of text.split('\n')) {
    const [test = '', comment = ''] = line.split(/#(.*)/s).map((part) => part.trim())
    const points = /^ST:\s*(\d+)/.exec(comment)?.[1]
    if (points !== undefined) groups.push({ points: Number(points), count: 0 })
    else if (test !== '' || comment.startsWith('COPY:')) {
      count++
      const group = groups.at(-1)
      if (group) group.count++
    }
  }
  return { count, groups }
}

/** Subtasks of `gen/GEN`, which go by their worst test; without any, tests add up to `total_value`. */
function subtasksOf(files: PackageFiles, config: Words, file: string): Subtask[] {
  const rules = files.has('gen/GEN') ? settingsText(files, 'gen/GEN') : null
  const counted = rules === null ? null : countedIn(rules)
  const count = counted?.count || (numberOf(config.n_input) ?? 0)
  if (!Number.isInteger(count) || count < 1 || count > MOST_TESTS)
    throw new Refusal('PACKAGE_LIMIT', { limit: 'n_input', value: String(count), file })
  const cases = Array.from(
    { length: count },
    (_, at): Case => ({
      input: `input/input${at}.txt`,
      output: `output/output${at}.txt`,
      score: null,
      time: null,
      memory: null,
    }),
  )
  const plain = { id: null, waitsFor: [], time: null, memory: null }
  if (!counted || counted.groups.length === 0) {
    return [{ ...plain, type: 'sum', score: numberOf(config.total_value) ?? FULL_SCORE, cases }]
  }
  let done = 0
  return counted.groups.map(({ points, count }): Subtask => {
    const first = done
    done += count
    return { ...plain, type: 'min', score: points, cases: cases.slice(first, done) }
  })
}

/** Files of programs; left empty, they are the standard streams. */
function fileIoOf(config: Words): PackageProblem['fileIo'] {
  const [input, output] = [config.infile, config.outfile].map((name) => textOf(name) ?? '')
  if (config.infile === undefined && config.outfile === undefined)
    return { input: 'input.txt', output: 'output.txt' }
  return input && output ? { input, output } : null
}

/** Graders and the headers beside them. */
function besideProgram(files: PackageFiles, notes: Notes): Record<string, string> {
  const names = files.filesIn('sol').filter((name) => /^grader\.[^.]+$|\.h$|lib\.pas$/.test(name))
  if (!names.some((name) => name.startsWith('grader.'))) return {}
  return filesWithGrader(files, { folder: 'sol', names, grader: 'grader' }, notes)
}

/** The title, the printed statement and the attachments. */
function printed(
  files: PackageFiles,
  config: Words,
  notes: Notes,
): Pick<PackageProblem, 'statements' | 'annexes'> {
  const path = ['statement/statement.pdf', 'testo/testo.pdf'].find((one) => files.has(one))
  notes.leftOut('noStatement', {}, path ? files.full(path) : null)
  const attached = files.filesIn('att')
  if (attached.length > 0) notes.understood('attachments', { count: attached.length })
  const title = textOf(config.title) ?? textOf(config.nome) ?? textOf(config.name) ?? files.name
  const annexes = [...(path ? [path] : []), ...attached.map((name) => `att/${name}`)].map((one) => ({
    name: one.slice(one.lastIndexOf('/') + 1),
    content: files.bytes(one) ?? new Uint8Array(),
  }))
  const description = path && annexes[0] ? `[${annexes[0].name}](${annexLink(annexes[0].name)})` : ''
  const words = {
    locale: 'en-US' as const,
    title: title || TASK,
    input: '',
    output: '',
    hint: '',
    source: '',
  }
  return { statements: [{ ...words, description }], annexes }
}
