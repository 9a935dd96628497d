/**
 * Makes and checks the cases of a problem:
 *
 *   compile   generators, validators and the solution, all of them, so that every error is told at once
 *      │
 *   per case  generate ─▶ validate ─▶ answer ─▶ the site keeps input and answer
 *
 * A case that fails ends there, and the next one begins: its author sees all faults of one run. Whatever is wrong with
 * the box or this host is thrown, or ends it as JUDGE_ERROR.
 */

import { existsSync, statSync, writeFileSync } from 'node:fs'
import { accepted } from './checkers/finding.ts'
import { compileReferee } from './checking.ts'
import type { Program } from './compile.ts'
import { BASE_ENV } from './environment.ts'
import { exitMessage, toolboxFor } from './limits.ts'
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
import { say } from './messages.ts'
import { batchMode } from './modes/batch.ts'
import { type Mode, programSlot } from './modes/mode.ts'
import { Place } from './place.ts'
import { type Limits, type MessageKey, PROTOCOL_VERSION } from './protocol.ts'
import type { RunLimits, RunOutcome, RunSpec, SlotSpec } from './sandbox/box.ts'
import { head, Scratch } from './scratch.ts'
import { hashOf } from './testset.ts'
import type { Workshop } from './worker.ts'

const MIB = 1024 ** 2
const WORDS_BYTES = 4096
/** So much of an input is shown in a table. */
const HEAD_BYTES = 120

/** What generators and validators may use, whatever the problem allows its contestants. */
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

/** Gives the site a file; resolves when it is kept. */
export type KeepBlob = (path: string, file: MadeFile, signal: AbortSignal) => Promise<void>

export type MakingWorkshop = Workshop & { keepBlob: KeepBlob }

/** Who is told, and who may call it off. */
export type MakingDesk = { report: (event: MakingEvent) => void; signal: AbortSignal }

type Maker = { of: MakingProgram; program: Program }

/** A program and its place in the sandbox. */
type Seated = { maker: Maker; place: Place }

type Work = {
  task: MakingTask
  shop: MakingWorkshop
  desk: MakingDesk
  scratch: Scratch
  place: (spec: SlotSpec) => Place
  generators: Map<string, Maker>
  validators: Maker[]
  /** Who sits in the sandbox: one generator and one validator at a time, because places in it are few. */
  seats: { generator: Seated | null; validator: Seated | null }
  /** Runs the solution and answers where its output is; null where nobody makes answers. */
  answer: Mode | null
  answered: { input: string; output: string | null }
  deadline: number
  bytesLeft: number
}

/** A case that ends here. */
class Faulty extends Error {
  readonly fault: MakingFault
  readonly more: Partial<MadeReport>

  constructor(fault: MakingFault, message: string, more: Partial<MadeReport> = {}) {
    super(message)
    this.fault = fault
    this.more = more
  }
}

/** A box that failed twice, which says nothing about anybody's program. */
class BoxFailed extends Error {}

/** Makes and checks all cases of a task; rejects when this host cannot, or when the desk calls it off. */
export async function makeCases(
  task: MakingTask,
  shop: MakingWorkshop,
  desk: MakingDesk,
): Promise<MakingReport> {
  if (task.version !== PROTOCOL_VERSION) return failed(say('taskVersion'))
  const scratch = Scratch.open(shop.scratchFolder)
  const places: Place[] = []
  const programs: Program[] = []
  const place = (spec: SlotSpec) => {
    const opened = new Place(shop.sandbox, desk.signal, spec)
    places.push(opened)
    return opened
  }
  const work: Work = {
    ...{ task, shop, desk, scratch, place },
    ...{ generators: new Map(), validators: [], seats: { generator: null, validator: null } },
    ...{ answer: null, answered: { input: '', output: null } },
    deadline: Date.now() + MAKING_BOUNDS.wallMs,
    bytesLeft: MAKING_BOUNDS.allBytes,
  }
  const given = task.cases.flatMap(({ index, subtask, source }) =>
    'input' in source ? [{ index, subtask, score: 0, input: source.input, answer: null }] : [],
  )
  const testset = shop.testsets.hold(given, desk.signal)
  try {
    desk.report({ kind: 'compiling' })
    const ended = await compileAll(work, programs)
    if (ended) return ended
    desk.report({ kind: 'running' })
    for (const one of task.cases) {
      const inputOf = async () => {
        const found = given.find(({ index }) => index === one.index)
        return found ? testset.input(found) : null
      }
      desk.report({ kind: 'made', made: await makeCase(work, one, inputOf) })
    }
    return { verdict: 'ACCEPTED', message: null, refused: [] }
  } catch (error) {
    if (error instanceof BoxFailed) return failed(error.message)
    throw error
  } finally {
    await Promise.all(places.map((one) => one.close()))
    for (const program of programs) program.release()
    testset.release()
    scratch.remove()
  }
}

const failed = (message: string): MakingReport => ({ verdict: 'JUDGE_ERROR', message, refused: [] })

/** Compiles every program; answers how the making ends when not all of them compile. */
async function compileAll(work: Work, programs: Program[]): Promise<MakingReport | null> {
  const { task, shop, desk } = work
  const report: MakingReport = { verdict: 'COMPILE_ERROR', message: null, refused: [] }
  const compile = async (part: MakingPart, { name, language, source }: Omit<MakingProgram, 'convention'>) => {
    const toolchain = shop.toolchains.get(language)
    if (!toolchain) throw new BoxFailed(say('languageMissing', { language }))
    const made =
      part === 'SOLUTION'
        ? await shop.compiler.compile(toolchain, source, task.userFiles, desk.signal)
        : await compileReferee(shop, toolchain, { source }, task.judgeFiles, desk.signal)
    if ('failed' in made) throw new BoxFailed(made.failed)
    if ('refused' in made) {
      report.refused.push({ part, name, message: made.refused })
      return null
    }
    programs.push(made.program)
    return made.program
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
  const solution = task.solution && (await compile('SOLUTION', task.solution))
  if (solution) work.answer = answering(work, solution)
  return report.refused.length > 0 ? report : null
}

/** The slot of a generator or validator, with what its author put beside it. */
function makerSlot(program: Program, judgeFiles: Record<string, string>): SlotSpec {
  const besides = program.language.unpacked ? [] : Object.entries(judgeFiles)
  const slot = programSlot(program)
  const own = new Set(slot.files.map(({ name }) => name))
  const files = besides.filter(([name]) => !own.has(name)).map(([name, content]) => ({ name, content }))
  return { ...slot, files: [...files, ...slot.files] }
}

/** The path of a judgement with one case, whose output is right whatever it is. */
function answering(work: Work, program: Program): Mode {
  const { task, scratch, shop, place, answered } = work
  const empty = scratch.file('no-answer')
  writeFileSync(empty, '')
  const testset = {
    input: async () => answered.input,
    answer: async () => empty,
    shortAnswer: async () => null,
  }
  return batchMode({ task, program, scratch, sandbox: shop.sandbox, testset, place }, async ({ output }) => {
    answered.output = output
    return accepted
  })
}

/** One case from its generator to the site. */
async function makeCase(
  work: Work,
  one: MakingCase,
  givenInput: () => Promise<string | null>,
): Promise<MadeReport> {
  const { shop, desk } = work
  const made: MadeReport = {
    ...{ index: one.index, fault: null, message: null, input: null, answer: null },
    ...{ inputHead: null, verdict: null, timeMs: null, memoryKb: null },
  }
  try {
    if (Date.now() > work.deadline) throw new Faulty('OVER_BUDGET', '')
    let path = await givenInput()
    if (path && 'input' in one.source) {
      const { hash, size } = one.source.input
      made.input = { hash, size }
    } else {
      path = await generate(work, one)
      made.input = spend(work, await fileAt(path))
      await shop.keepBlob(path, made.input, desk.signal)
    }
    made.inputHead = head(path, HEAD_BYTES)
    for (const validator of work.validators) await validate(work, validator, path, one)
    if (one.answer) made.answer = { hash: one.answer.hash, size: one.answer.size }
    else if (work.answer) Object.assign(made, await answerCase(work, work.answer, one.index, path))
    return made
  } catch (error) {
    if (error instanceof Faulty)
      return { ...made, ...error.more, fault: error.fault, message: error.message || null }
    throw error
  }
}

/** Prints an input twice: what differs with the same words would differ the next time too. */
async function generate(work: Work, { source }: MakingCase): Promise<string> {
  if (!('generator' in source)) throw new Error('a case without an input and without a generator')
  const maker = work.generators.get(source.generator)
  if (!maker) throw new Error(`no generator ${source.generator}`)
  const print = async (to: string) => {
    const outcome = await runMaker(work, maker, source.words, { stdin: null, stdout: to })
    if (outcome.reason !== 'exited' || outcome.code !== 0)
      throw new Faulty('GENERATOR_FAILED', complaint(work, outcome))
    return (await fileAt(to)).hash
  }
  const path = work.scratch.file('input')
  const first = await print(path)
  if (first !== (await print(work.scratch.file('again')))) throw new Faulty('GENERATOR_VARIES', '')
  return path
}

const YES = { testlib: 0, kattis: 42 } as const
/** Exit codes with which programs of testlib say no rather than crash. */
const NO: ReadonlySet<number> = new Set([1, 2, 3])

async function validate(work: Work, maker: Maker, input: string, { subtask }: MakingCase): Promise<void> {
  const { convention } = maker.of
  const words = convention === 'testlib' && subtask > 0 ? ['--group', String(subtask)] : []
  const outcome = await runMaker(work, maker, words, { stdin: input, stdout: work.scratch.file('said') })
  if (outcome.reason === 'exited' && outcome.code === YES[convention]) return
  const saysNo = outcome.reason === 'exited' && (NO.has(outcome.code) || convention === 'kattis')
  throw new Faulty(saysNo ? 'INPUT_REFUSED' : 'VALIDATOR_FAILED', complaint(work, outcome))
}

/** The place of a generator or validator; whoever had the seat before leaves it. */
async function seatOf(work: Work, seat: keyof Work['seats'], maker: Maker): Promise<Place> {
  const before = work.seats[seat]
  if (before?.maker === maker) return before.place
  await before?.place.close()
  const place = work.place(makerSlot(maker.program, work.task.judgeFiles))
  work.seats[seat] = { maker, place }
  return place
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

/** Which limit it was that stopped a program. */
const STOPPED = {
  cpu: 'limitCpu',
  wall: 'limitWall',
  memory: 'limitMemory',
  output: 'limitOutput',
} as const satisfies Partial<Record<RunOutcome['reason'], MessageKey>>

/** Why a generator or validator did not say yes: its own words, else how it ended. */
function complaint({ scratch }: Work, outcome: RunOutcome): string {
  const words = head(scratch.file('words'), WORDS_BYTES).trim()
  if (outcome.reason === 'exited') return words || exitMessage(outcome)
  const why =
    outcome.reason in STOPPED ? say(STOPPED[outcome.reason as keyof typeof STOPPED]) : exitMessage(outcome)
  return words ? `${why}\n${words}` : why
}

async function answerCase(
  work: Work,
  mode: Mode,
  index: number,
  input: string,
): Promise<Partial<MadeReport>> {
  const { answered, shop, desk } = work
  answered.input = input
  answered.output = null
  const blob = { hash: '', size: 0, name: '' }
  const { check } = await mode({ index, subtask: 0, score: 0, input: blob, answer: blob })
  const { verdict, timeMs, memoryKb, message, errorHead } = await check()
  const figures = { verdict, timeMs, memoryKb }
  if (verdict === 'JUDGE_ERROR') throw new BoxFailed(message ?? say('boxFailed'))
  if (verdict !== 'ACCEPTED' || answered.output === null) {
    throw new Faulty('ANSWER_FAILED', [message, errorHead?.trim()].filter(Boolean).join('\n'), figures)
  }
  // A program that wrote nothing left no file.
  if (!existsSync(answered.output)) writeFileSync(answered.output, '')
  const answer = spend(work, await fileAt(answered.output))
  if (answer.size > 4 * MAKING_BOUNDS.inputBytes)
    throw new Faulty('ANSWER_FAILED', say('limitOutput'), { ...figures, verdict: 'OUTPUT_LIMIT_EXCEEDED' })
  await shop.keepBlob(answered.output, answer, desk.signal)
  return { ...figures, answer }
}

const fileAt = async (path: string): Promise<MadeFile> => ({
  hash: await hashOf(path),
  size: statSync(path).size,
})

/** Counts what the site is going to keep. */
function spend(work: Work, file: MadeFile): MadeFile {
  work.bytesLeft -= file.size
  if (work.bytesLeft < 0) throw new Faulty('OVER_BUDGET', '')
  return file
}
