import { type CheckingProgram, MOST_PASSES } from '#judge/protocol.ts'
import { Refusal } from '../../../core/errors.ts'
import { type PackageFiles, unixText } from '../../testset/files.ts'
import { type PackageProblem, type PackageReader, PLAIN, shownSample } from '../format.ts'
import { type GivenLimit, senseless, sizeLimit, timeLimit } from '../limits.ts'
import { STANDARD_CHECKERS } from '../polygon/standardCheckers.ts'
import type { Notes } from '../report.ts'
import { casesOfSubtasks, largestLimits } from '../scoring/caseFiles.ts'
import type { Case, Subtask } from '../scoring/subtasks.ts'
import { filesWithGrader, languagesOfGraders, requireToken } from './graders.ts'
import {
  checkingProgram,
  inputValidator,
  judgingOf,
  outputsAsked,
  programNamed,
  settingsText,
  standardSolution,
} from './programs.ts'
import { adaptInteractor, adaptShares } from './scoreAdapter.ts'
import { settingsReader } from './settingsReader.ts'
import { statementBesideTests } from './statement.ts'

const CONF = 'problem.conf'
const SAYS = /^[ \t]*(?:n_tests|n_subtasks|use_builtin_judger|use_builtin_checker|input_pre|input_suf)[ \t]/m

/** UOJ's data: a folder with `problem.conf`, the tests, and programs by their names. */
export const uoj: PackageReader = settingsReader({
  key: 'uoj',
  names: [CONF],
  says: SAYS,
  read: (files, _, notes) => readUoj(files, notes),
})

/** `problem.conf`: a key and a value on each line. */
class Conf {
  readonly #values: ReadonlyMap<string, string>
  readonly #file: string

  constructor(files: PackageFiles) {
    this.#file = files.full(CONF)
    const lines = settingsText(files, CONF).split('\n')
    this.#values = new Map(
      lines.flatMap((line) => {
        const [key, value] = line.trim().split(/\s+/)
        return key && value !== undefined ? [[key, value] as const] : []
      }),
    )
  }

  text(key: string, fallback: string): string {
    return this.#values.get(key) ?? fallback
  }

  isOn(key: string): boolean {
    return this.#values.get(key) === 'on'
  }

  has(key: string): boolean {
    return this.#values.has(key)
  }

  given(key: string): GivenLimit {
    return { name: key, value: this.#values.get(key), file: this.#file }
  }

  /** A whole number from 0 to `most`; refuses others by their key. */
  count(key: string, fallback: number, most: number): number {
    const said = this.#values.get(key)
    const number = said === undefined ? fallback : Number(said)
    if (!Number.isInteger(number) || number < 0 || number > most) throw senseless(this.given(key))
    return number
  }

  refuse(key: string): never {
    throw new Refusal('PACKAGE_UNUSABLE', { file: this.#file, what: `${key} ${this.text(key, 'off')}` })
  }

  get file(): string {
    return this.#file
  }
}

const MOST_TESTS = 10_000
const MOST_SUBTASKS = 1_000
const MOST_POINTS = 1_000_000
const MOST_SAMPLE_BYTES = 10_000
const SECOND = 1000

function readUoj(files: PackageFiles, notes: Notes): PackageProblem {
  const conf = new Conf(files)
  requireJudged(files, conf)
  const interactor = conf.isOn('interaction_mode') ? interactorOf(files, notes) : null
  const checker = interactor ? PLAIN.checker : severalPasses(checkerOf(files, conf, notes), conf)
  const names = namesOf(conf)
  const judging = judgingOf({ checker, interactor })
  const tests = casesOfSubtasks(
    files,
    [...subtasksOf(conf, names, judging.isPartial, notes), ...extraTests(conf, names, notes)],
    { ...judging, file: conf.file },
    notes,
  )
  const required = { folder: 'require', names: files.filesIn('require'), grader: 'implementer' }
  const userFiles = filesWithGrader(files, required, notes)
  const token = conf.isOn('with_implementer') ? conf.text('token', '') : ''
  const judged = { checker, cases: tests.cases }
  const title = /^\d*$/.test(files.name) ? conf.text('input_pre', CONF) : files.name
  const shown = statementBesideTests(files, { title, locale: 'zh-CN' }, notes)
  const samples = shown.samples.length > 0 ? shown.samples : samplesOf(files, conf, names)
  if (samples.length > 0) notes.understood('samples', { count: samples.length })
  const output = sizeLimit(conf.given('output_limit'))
  const { checker: judgedBy, cases } = token === '' ? judged : requireToken(token, judged, conf.file)
  return {
    ...PLAIN,
    ...shown,
    checker: judgedBy,
    testcases: cases,
    ...limitsOf(conf, notes),
    scoring: 'OI',
    caseMode: tests.caseMode,
    outputBytes: output === null ? null : output * 2 ** 20,
    interactor,
    outputOnly: outputsAsked(conf.isOn('submit_answer'), notes),
    userFiles,
    languageKeys: languagesOfGraders(userFiles),
    samples,
    annexes: [...shown.annexes, ...downloads(files, notes)],
    solutions: standardSolution(files, notes),
    makers: inputValidator(files, notes),
  }
}

/** Refuses what only UOJ judges: tests in folders of subtasks, and judgers of the problem. */
function requireJudged(files: PackageFiles, conf: Conf): void {
  if (conf.isOn('subtask_in_folder')) conf.refuse('subtask_in_folder')
  const hasJudger = files.filesIn('').some((name) => /^judger\.[^.]+$|^makefile$/i.test(name))
  if (!conf.isOn('use_builtin_judger') && (conf.has('use_builtin_judger') || hasJudger))
    conf.refuse('use_builtin_judger')
}

/** `multi_pass`, which some descendants of UOJ have: most runs of a program on a test, as the checker asks for them. */
function severalPasses(checker: PackageProblem['checker'], conf: Conf): PackageProblem['checker'] {
  const passes = conf.count('multi_pass', 1, MOST_PASSES)
  if (passes <= 1) return checker
  return checker.kind === 'program' ? { ...checker, passes } : conf.refuse('multi_pass')
}

function checkerOf(files: PackageFiles, conf: Conf, notes: Notes): PackageProblem['checker'] {
  const name = conf.text('use_builtin_checker', '')
  if (name === '') {
    const file = programNamed(files, 'chk')
    if (file === null) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('chk.cpp') })
    notes.understood('checkerProgram', {}, files.full(file))
    const program = checkingProgram(files, file)
    return { kind: 'program', ...program, source: adaptShares(program.source) }
  }
  const known = name === 'fcmp' ? PLAIN.checker : STANDARD_CHECKERS[name]
  if (!known) return conf.refuse('use_builtin_checker')
  notes.converted('checkerBuiltIn', { name: `${name} → ${known.kind}` })
  return known
}

function interactorOf(files: PackageFiles, notes: Notes): CheckingProgram {
  const file = programNamed(files, 'interactor')
  if (file === null) throw new Refusal('PACKAGE_INCOMPLETE', { file: files.full('interactor.cpp') })
  notes.understood('interactor', {}, files.full(file))
  const program = checkingProgram(files, file)
  return { ...program, source: adaptInteractor(adaptShares(program.source)) }
}

type Names = { input: (at: number) => string; output: (at: number) => string }

const namesOf = (conf: Conf): Names => {
  const [input, output] = [conf.text('input_pre', 'input'), conf.text('output_pre', 'output')]
  const [inputEnd, outputEnd] = [conf.text('input_suf', 'txt'), conf.text('output_suf', 'txt')]
  return { input: (at) => `${input}${at}.${inputEnd}`, output: (at) => `${output}${at}.${outputEnd}` }
}

const caseOf = (names: Names, at: number, before = ''): Case => ({
  input: before + names.input(at),
  output: before + names.output(at),
  score: null,
  time: null,
  memory: null,
})

const PLAIN_SUBTASK: Subtask = {
  id: null,
  type: 'sum',
  score: null,
  waitsFor: [],
  time: null,
  memory: null,
  cases: [],
}

const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

/** The subtasks of `n_subtasks`, or one whose tests add up. */
function subtasksOf(conf: Conf, names: Names, isPartial: boolean, notes: Notes): Subtask[] {
  const count = conf.count('n_tests', 10, MOST_TESTS)
  const groups = conf.count('n_subtasks', 0, MOST_SUBTASKS)
  if (groups === 0) {
    const cases = upTo(1, count).map((at) => {
      const key = `point_score_${at}`
      return { ...caseOf(names, at), score: conf.has(key) ? conf.count(key, 0, MOST_POINTS) : null }
    })
    return [{ ...PLAIN_SUBTASK, score: totalOf(cases), cases }]
  }
  let done = 0
  const subtasks = upTo(1, groups).map((id): Subtask => {
    const end = conf.count(`subtask_end_${id}`, id === groups ? count : done, count)
    const cases = upTo(done + 1, end).map((at) => caseOf(names, at))
    done = Math.max(done, end)
    const type = conf.text(`subtask_type_${id}`, 'packed')
    if (type === 'packed' && isPartial)
      notes.leftOut('groupRule', { rule: `subtask ${id}: packed` }, conf.file)
    return {
      ...PLAIN_SUBTASK,
      id,
      type: type === 'packed' ? 'min' : type,
      score: conf.has(`subtask_score_${id}`) ? conf.count(`subtask_score_${id}`, 0, MOST_POINTS) : null,
      waitsFor: dependencesOf(conf, id, groups),
      cases,
    }
  })
  if (done < count) notes.leftOut('testPart', {}, `${names.input(done + 1)} – ${names.input(count)}`)
  return subtasks
}

/** Points of tests that all have their own; null: 100 for all. */
const totalOf = (cases: readonly Case[]): number | null =>
  cases.every(({ score }) => score !== null) ? cases.reduce((sum, { score }) => sum + (score ?? 0), 0) : null

/** Subtasks that one waits for: `subtask_dependence_5 3`, or `many` with a line of each. */
function dependencesOf(conf: Conf, id: number, most: number): number[] {
  const key = `subtask_dependence_${id}`
  if (!conf.has(key)) return []
  if (conf.text(key, '') !== 'many') return [conf.count(key, 0, most)]
  return upTo(1, most).flatMap((at) =>
    conf.has(`${key}_${at}`) ? [conf.count(`${key}_${at}`, 0, most)] : [],
  )
}

/**
 * Extra tests beside the samples. On UOJ one that fails costs three points of a full score; here they earn nothing, and one
 * that fails keeps a submission from being accepted.
 */
function extraTests(conf: Conf, names: Names, notes: Notes): Subtask[] {
  const [samples, count] = [
    conf.count('n_sample_tests', 0, MOST_TESTS),
    conf.count('n_ex_tests', 0, MOST_TESTS),
  ]
  if (count <= samples) return []
  notes.converted('extraTests', { count: count - samples }, conf.file)
  const cases = upTo(samples + 1, count).map((at) => ({ ...caseOf(names, at, 'ex_'), score: 0 }))
  // Beside subtasks they are one that is worth nothing.
  return [{ ...PLAIN_SUBTASK, type: conf.has('n_subtasks') ? 'min' : 'sum', score: 0, cases }]
}

/** The first extra tests, which are the samples. */
function samplesOf(files: PackageFiles, conf: Conf, names: Names): PackageProblem['samples'] {
  return upTo(1, conf.count('n_sample_tests', 0, MOST_TESTS)).flatMap((at) => {
    const { input, output } = caseOf(names, at, 'ex_')
    const sides = [files.bytes(input), files.bytes(output ?? '')]
    const [given, expected] = sides
    if (!given || !expected || sides.some((side) => (side?.length ?? 0) > MOST_SAMPLE_BYTES)) return []
    return [shownSample({ input: unixText(given), output: unixText(expected) })]
  })
}

/** Limits of the problem; tests may have their own, and the largest holds. */
function limitsOf(conf: Conf, notes: Notes): { timeMs: number; memoryMb: number } {
  const time = timeLimit(conf.given('time_limit'), SECOND) ?? PLAIN.timeMs
  const memory = sizeLimit(conf.given('memory_limit')) ?? PLAIN.memoryMb
  const tests = upTo(1, Math.max(1, conf.count('n_tests', 10, MOST_TESTS)))
  const times = tests.map((at) => timeLimit(conf.given(`time_limit_${at}`), SECOND) ?? time)
  const memories = tests.map((at) => sizeLimit(conf.given(`memory_limit_${at}`)) ?? memory)
  return largestLimits({ times, memories, file: conf.file }, notes)
}

/** Files of `download/`. */
function downloads(files: PackageFiles, notes: Notes): PackageProblem['annexes'] {
  const names = files.filesIn('download')
  if (names.length > 0) notes.understood('attachments', { count: names.length })
  return names.flatMap((name) => {
    const content = files.bytes(`download/${name}`)
    return content ? [{ name, content }] : []
  })
}
