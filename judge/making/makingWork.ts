/**
 * Shared parts of makings and stress tests: the compiled programs of a task, their places in the sandbox, and
 * runs of generators and validators.
 */

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { builtInChecker } from '../checkers/builtIn.ts'
import type { CheckedFiles, Finding } from '../checkers/finding.ts'
import { calledBy, checkingSlot, programChecker, type Referee } from '../checkers/program.ts'
import { compileReferee } from '../checking.ts'
import type { Program } from '../compile.ts'
import { BASE_ENV } from '../environment.ts'
import { SCRIPTS } from '../languages.ts'
import { exitMessage, toolboxFor } from '../limits.ts'
import { say } from '../messages.ts'
import { programSlot } from '../modes/mode.ts'
import { usesChecker } from '../needs.ts'
import { Place } from '../place.ts'
import {
  type CheckerSpec,
  type CheckingProgram,
  type Limits,
  type MessageKey,
  PROTOCOL_VERSION,
} from '../protocol.ts'
import type { RunLimits, RunOutcome, RunSpec, SlotSpec } from '../sandbox/box.ts'
import { head, Scratch } from '../store/scratch.ts'
import { hashOf } from '../testset.ts'
import type { Workshop } from '../worker.ts'
import {
  MAKING_BOUNDS,
  type MadeFile,
  type MadeReport,
  type MakingCase,
  type MakingEvent,
  type MakingFault,
  type MakingPart,
  type MakingProgram,
  type MakingReport,
  type MakingTask,
} from './makingProtocol.ts'

const MIB = 1024 ** 2
/** Bytes of an input that a table shows. */
export const INPUT_HEAD_BYTES = 120
const WORDS_BYTES = 4096

/** Limits of generators and validators, independent of the problem. */
const MAKER_LIMITS: Limits = {
  timeMs: 15_000,
  memoryMb: 512,
  stackMb: 256,
  outputBytes: MAKING_BOUNDS.inputBytes,
  processes: 64,
}
const MAKER_BOX: RunLimits = {
  cpuMs: 15_000,
  wallMs: 45_000,
  memoryBytes: 512 * MIB,
  stackBytes: 256 * MIB,
  outputBytes: MAKING_BOUNDS.inputBytes,
  processes: 64,
}

/** Uploads a file to the site; resolves when it is stored. */
export type KeepBlob = (path: string, file: MadeFile, signal: AbortSignal) => Promise<void>

export type MakingWorkshop = Workshop & { keepBlob: KeepBlob }

/** Receiver of events, and the signal that cancels. */
export type MakingDesk = { report: (event: MakingEvent) => void; signal: AbortSignal }

export type Maker = { of: MakingProgram; program: Program }

/** A program and its place in the sandbox. */
type Seated = { maker: Maker; place: Place }

/** A making or stress test in progress. */
export type Work = {
  task: MakingTask
  shop: MakingWorkshop
  desk: MakingDesk
  scratch: Scratch
  place: (spec: SlotSpec) => Place
  /** All compiled programs; released at the end. */
  programs: Program[]
  generators: Map<string, Maker>
  validators: Maker[]
  /** Programs in the sandbox: at most one generator and one validator, because places are few. */
  seats: { generator: Seated | null; validator: Seated | null }
  /** Compiled solutions; null when the task has none. */
  solution: Program | null
  second: Program | null
  /** Compiled checker; null for a built-in checker, or when none is needed. */
  referee: Referee | null
  /** Compiled interactor of a stress test. */
  interactor: Referee | null
  deadline: number
  bytesLeft: number
}

/** Ends a case with a fault. */
export class Faulty extends Error {
  readonly fault: MakingFault
  readonly more: Partial<MadeReport>

  constructor(fault: MakingFault, message: string, more: Partial<MadeReport> = {}) {
    super(message)
    this.fault = fault
    this.more = more
  }
}

/** The box failed twice, or the host lacks a language; says nothing about a program. */
export class BoxFailed extends Error {}

/**
 * Compiles the programs of a task, runs `act` with them, and releases everything. A program that does not compile
 * ends it as COMPILE_ERROR, a box that failed twice as JUDGE_ERROR.
 */
export async function withWork(
  task: MakingTask,
  shop: MakingWorkshop,
  desk: MakingDesk,
  act: (work: Work) => Promise<MakingReport>,
): Promise<MakingReport> {
  if (task.version !== PROTOCOL_VERSION) return failed(say('taskVersion'))
  const scratch = Scratch.open(shop.scratchFolder)
  const places: Place[] = []
  const place = (spec: SlotSpec) => {
    const opened = new Place(shop.sandbox, desk.signal, spec)
    places.push(opened)
    return opened
  }
  const work: Work = {
    task,
    shop,
    desk,
    scratch,
    place,
    programs: [],
    generators: new Map(),
    validators: [],
    solution: null,
    second: null,
    referee: null,
    interactor: null,
    seats: { generator: null, validator: null },
    deadline: Date.now() + MAKING_BOUNDS.wallMs,
    bytesLeft: MAKING_BOUNDS.allBytes,
  }
  try {
    desk.report({ kind: 'compiling' })
    const ended = await compileAll(work)
    if (ended) return ended
    desk.report({ kind: 'running' })
    return await act(work)
  } catch (error) {
    if (error instanceof BoxFailed) return failed(error.message)
    throw error
  } finally {
    await Promise.all(places.map((one) => one.close()))
    for (const program of work.programs) program.release()
    scratch.remove()
  }
}

const failed = (message: string): MakingReport => ({ verdict: 'JUDGE_ERROR', message, refused: [] })

/** Compiles every program; returns the final report when one does not compile, else null. */
async function compileAll(work: Work): Promise<MakingReport | null> {
  const { task, shop, desk, programs } = work
  const report: MakingReport = { verdict: 'COMPILE_ERROR', message: null, refused: [] }
  const compile = async (part: MakingPart, of: Omit<MakingProgram, 'convention'>) => {
    const { name, language, source } = of
    const toolchain = shop.toolchains.get(language)
    if (!toolchain) throw new BoxFailed(say('languageMissing', { language }))
    const made =
      part === 'SOLUTION'
        ? await shop.compiler.compile(toolchain, source, task.userFiles, desk.signal)
        : await compileReferee(shop, toolchain, { source }, besides(task, of), desk.signal)
    if ('failed' in made) throw new BoxFailed(made.failed)
    if ('refused' in made) {
      report.refused.push({ part, name, message: made.refused })
      return null
    }
    programs.push(made.program)
    return made.program
  }
  const { stress } = task
  const checkerOf = async (checking: CheckingProgram) => {
    const { language, source, convention = 'testlib', flags = [], passes = 1 } = checking
    const program = await compile('CHECKER', { name: '', language, source })
    return program && { program, convention: calledBy(convention), flags, passes }
  }
  const compileMaker = async (part: MakingPart, of: MakingProgram): Promise<Maker | null> => {
    const program = await compile(part, of)
    return program && { of, program }
  }
  for (const generator of task.generators) {
    const maker = await compileMaker('GENERATOR', generator)
    if (maker) work.generators.set(generator.name, maker)
  }
  for (const validator of task.validators) {
    const maker = await compileMaker('VALIDATOR', validator)
    if (maker) work.validators.push(maker)
  }
  work.solution = task.solution && (await compile('SOLUTION', task.solution))
  work.second = stress ? await compile('SOLUTION', stress.second) : null
  if (stress?.interactor) work.interactor = await checkerOf(stress.interactor)
  const needed = stress && usesChecker(stress) ? stress.checker : neededChecker(task)
  if (needed && 'source' in needed) work.referee = await checkerOf(needed)
  return report.refused.length > 0 ? report : null
}

/** Files beside a generator or validator: its own, and those of checkers unless it has its own build scripts. */
const besides = (
  { judgeFiles }: Pick<MakingTask, 'judgeFiles'>,
  { language, files }: Pick<MakingProgram, 'language' | 'files'>,
): Record<string, string> => (language === SCRIPTS ? { ...files } : { ...judgeFiles, ...files })

/** Checker for the tests of a task; nothing when no test needs it. */
const neededChecker = ({ tests }: MakingTask) =>
  tests?.list.some(({ checked }) => checked !== null) ? tests.checker : null

/** Slot of a generator or validator, with the files beside it. */
function makerSlot(task: Pick<MakingTask, 'judgeFiles'>, { of, program }: Maker): SlotSpec {
  const beside = program.language.unpacked ? [] : Object.entries(besides(task, of))
  const slot = programSlot(program)
  const own = new Set(slot.files.map(({ name }) => name))
  const files = beside.filter(([name]) => !own.has(name)).map(([name, content]) => ({ name, content }))
  const writableBytes = program.language.unpacked?.roomBytes ?? slot.writableBytes
  return { ...slot, writableBytes, files: [...files, ...slot.files] }
}

/** Runs a generator with stdout to the path `to`; returns hash and size. Throws Faulty when it fails. */
export async function print(
  work: Work,
  { generator, words }: { generator: string; words: readonly string[] },
  to: string,
): Promise<MadeFile> {
  const maker = work.generators.get(generator)
  if (!maker) throw new Error(`no generator ${generator}`)
  const outcome = await runMaker(work, maker, words, { stdin: null, stdout: to })
  if (outcome.reason !== 'exited' || outcome.code !== 0)
    throw new Faulty('GENERATOR_FAILED', complaint(work, outcome))
  return fileAt(to)
}

const YES = { testlib: 0, kattis: 42 } as const
/** Exit codes of testlib programs that reject; other codes are crashes. */
const NO: ReadonlySet<number> = new Set([1, 2, 3])

export async function validate(
  work: Work,
  maker: Maker,
  input: string,
  { subtask }: Pick<MakingCase, 'subtask'>,
): Promise<void> {
  const { convention } = maker.of
  const words = convention === 'testlib' && subtask > 0 ? ['--group', String(subtask)] : []
  const outcome = await runMaker(work, maker, words, { stdin: input, stdout: work.scratch.file('said') })
  if (outcome.reason === 'exited' && outcome.code === YES[convention]) return
  const saysNo = outcome.reason === 'exited' && (NO.has(outcome.code) || convention === 'kattis')
  throw new Faulty(saysNo ? 'INPUT_REFUSED' : 'VALIDATOR_FAILED', complaint(work, outcome))
}

/** Place of a generator or validator; closes the place of the program that had the seat before. */
async function seatOf(work: Work, seat: keyof Work['seats'], maker: Maker): Promise<Place> {
  const before = work.seats[seat]
  if (before?.maker === maker) return before.place
  await before?.place.close()
  const place = work.place(makerSlot(work.task, maker))
  work.seats[seat] = { maker, place }
  return place
}

/** Closes the places of generator and validator: jobs that hold more than three could deadlock. */
export async function leaveSeats({ seats }: Work): Promise<void> {
  const { generator, validator } = seats
  seats.generator = null
  seats.validator = null
  await Promise.all([generator?.place.close(), validator?.place.close()])
}

async function runMaker(
  work: Work,
  maker: Maker,
  words: readonly string[],
  streams: { stdin: string | null; stdout: string },
): Promise<RunOutcome> {
  const { scratch } = work
  const { language, toolchain } = maker.program
  const place = await seatOf(work, streams.stdin === null ? 'generator' : 'validator', maker)
  writeFileSync(streams.stdout, '')
  writeFileSync(scratch.file('words'), '')
  const spec: RunSpec = {
    argv: [...language.run(toolboxFor(MAKER_LIMITS, language, toolchain.tool)), ...words],
    env: { ...BASE_ENV, ...language.runEnv },
    ...streams,
    stderr: scratch.file('words'),
    stderrBytes: WORDS_BYTES,
    limits: {
      ...MAKER_BOX,
      memoryBytes: MAKER_BOX.memoryBytes + language.runtimeMb * MIB,
      processes: MAKER_BOX.processes + language.runtimeProcesses,
    },
  }
  const outcome = await place.use(
    (slot) => slot.run(spec),
    ({ reason }) => reason === 'failed',
  )
  if (outcome.reason === 'failed') throw new BoxFailed(say('boxFailed', {}, outcome.detail ?? ''))
  if (!existsSync(streams.stdout)) writeFileSync(streams.stdout, '')
  return outcome
}

/** Message keys of the limits that stop a program. */
const STOPPED = {
  cpu: 'limitCpu',
  wall: 'limitWall',
  memory: 'limitMemory',
  output: 'limitOutput',
} as const satisfies Partial<Record<RunOutcome['reason'], MessageKey>>

/** Reason why a generator or validator failed: its own message or how it ended; both after a limit. */
function complaint({ scratch }: Work, outcome: RunOutcome): string {
  const words = head(scratch.file('words'), WORDS_BYTES).trim()
  if (outcome.reason === 'exited') return words || exitMessage(outcome)
  const why =
    outcome.reason in STOPPED ? say(STOPPED[outcome.reason as keyof typeof STOPPED]) : exitMessage(outcome)
  return words ? `${why}\n${words}` : why
}

/** Runs `act` with places that are closed afterwards. */
export async function fleeting<T>(
  { shop, desk }: Work,
  act: (place: Work['place']) => Promise<T>,
): Promise<T> {
  const places: Place[] = []
  try {
    return await act((spec: SlotSpec) => {
      const opened = new Place(shop.sandbox, desk.signal, spec)
      places.push(opened)
      return opened
    })
  } finally {
    await Promise.all(places.map((one) => one.close()))
  }
}

/** Checks an output with a built-in or compiled checker. */
export async function checkWith(work: Work, checker: CheckerSpec, files: CheckedFiles): Promise<Finding> {
  if (checker.kind !== 'program') return builtInChecker(checker)(files)
  const { referee, scratch, task } = work
  if (!referee) throw new Error('a checker that was not compiled')
  await leaveSeats(work)
  return fleeting(work, (place) =>
    programChecker(referee, place(checkingSlot(referee, task.judgeFiles)), scratch)(files),
  )
}

export const fileAt = async (path: string): Promise<MadeFile> => ({
  hash: await hashOf(path),
  size: statSync(path).size,
})

/** Subtracts a file from the bytes that the site stores for a task; throws Faulty when they are used up. */
export function spend(work: Work, file: MadeFile): MadeFile {
  work.bytesLeft -= file.size
  if (work.bytesLeft < 0) throw new Faulty('OVER_BUDGET', '')
  return file
}
