/**
 * The part of the contract (protocol.ts) that is about making and checking the cases of a problem: generators print
 * inputs, validators vet them, a solution answers them. Types and bounds; nothing that runs.
 */

import type {
  CaseSpec,
  CheckerSpec,
  CheckingProgram,
  Convention,
  JudgeTask,
  PROTOCOL_VERSION,
  Verdict,
} from '../protocol.ts'

const MIB = 1024 ** 2

/** What a making may cost: bytes of one input, bytes of all that is made, and its time (ms). */
export const MAKING_BOUNDS = { inputBytes: 64 * MIB, allBytes: 1024 * MIB, wallMs: 20 * 60_000 } as const

/** A generator or a validator. */
export type MakingProgram = {
  name: string
  /** Key of judge/languages.ts. */
  language: string
  source: string
  /** What lies beside it, by name; left out: nothing. */
  files?: Record<string, string>
  /** How a validator says yes: `testlib` with exit code 0, `kattis` with 42. */
  convention: Convention
}

type Blob = CaseSpec['input']

/** One case: made by a generator, or there already. */
export type MakingCase = {
  /** 1-based, in judging order. */
  index: number
  subtask: number
  source: { generator: string; words: string[] } | { input: Blob }
  /** What it has already; null: the solution makes it, where there is one. */
  answer: Blob | null
}

/** A program that is compiled and run as what contestants send. */
export type MakingSolution = { name: string; language: string; source: string }

/** A generator that runs with one seed after the other, and two solutions, until they differ or the time is over. */
export type StressTask = {
  generator: string
  /** `{seed}` in them stands for the seed. */
  words: string[]
  firstSeed: number
  /** Seeds that are behind; the next one is `firstSeed + tried`. */
  tried: number
  /** What it took so far, and may take in all (ms). */
  spentMs: number
  ms: number
  /** Its output is checked against that of `MakingTask.solution`. */
  second: MakingSolution
  checker: CheckerSpec
  /** Says of both solutions, instead of the checker, whether they are right. */
  interactor: CheckingProgram | null
}

/** An input for the validators, or an output for the checker, and whether they must accept it. */
export type RefereeTestTask = {
  /** Counts on from the cases. */
  index: number
  accepts: boolean
  /** In base64. */
  input: string
  /** Null: it is for the validators. */
  checked: { output: string; answer: string } | null
}

/** Everything a host needs to make and check cases. `Making.task` in the database. */
export type MakingTask = {
  version: typeof PROTOCOL_VERSION
  makingId: string
  /** Keys of all languages in it. */
  languages: string[]
  generators: MakingProgram[]
  validators: MakingProgram[]
  solution: MakingSolution | null
  cases: MakingCase[]
  /** Null: the cases are made and checked. */
  stress?: StressTask | null
  /** Run after the cases; an older server has none. `checker` is that of the problem. */
  tests?: { checker: CheckerSpec; list: RefereeTestTask[] }
} & Pick<JudgeTask, 'limits' | 'fileIo' | 'userFiles' | 'judgeFiles'>

export const MAKING_FAULTS = [
  /** The generator crashed, was stopped, or said no. */
  'GENERATOR_FAILED',
  /** Run again with the same words it printed something else. */
  'GENERATOR_VARIES',
  /** A validator said no. */
  'INPUT_REFUSED',
  /** A validator crashed or was stopped. */
  'VALIDATOR_FAILED',
  /** The solution did not end well. */
  'ANSWER_FAILED',
  /** All that is made together is too much, in bytes or in time. */
  'OVER_BUDGET',
  /** The second solution of a stress test is wrong, if the first one is right. */
  'SOLUTIONS_DIFFER',
  /** The checker or the interactor crashed or was stopped. */
  'CHECKER_FAILED',
  /** Validators or checker accept what they must refuse. */
  'ACCEPTED_WRONGLY',
  /** Validators or checker refuse what they must accept. */
  'REFUSED_WRONGLY',
] as const

export type MakingFault = (typeof MAKING_FAULTS)[number]

/** Bytes that the site keeps. */
export type MadeFile = { hash: string; size: number }

/** What came of one case. */
export type MadeReport = {
  index: number
  /** Null: it is good. */
  fault: MakingFault | null
  /** What program or box say of it, at most 4 KiB. */
  message: string | null
  input: MadeFile | null
  answer: MadeFile | null
  /** The first characters of the input, readable. */
  inputHead: string | null
  /** Of the solution; null where it did not run. */
  verdict: Verdict | null
  timeMs: number | null
  memoryKb: number | null
}

/** The parts that a program can have in making cases. */
export type MakingPart = 'GENERATOR' | 'VALIDATOR' | 'SOLUTION' | 'CHECKER'

/** A program that does not compile. */
export type RefusedProgram = { part: MakingPart; name: string; message: string }

/** How a making ended: `ACCEPTED` says that it came to its end, whatever became of the cases. */
export type MakingReport = {
  verdict: Extract<Verdict, 'ACCEPTED' | 'COMPILE_ERROR' | 'JUDGE_ERROR'>
  message: string | null
  refused: RefusedProgram[]
  /** A stress test that lets others go first, and goes on with the next seed afterwards. */
  isPaused?: boolean
}

/** How far a stress test is; both count from its beginning, before its last pause too. */
export type StressProgress = Pick<StressTask, 'tried' | 'spentMs'>

export type MakingEvent =
  | { kind: 'compiling' }
  | { kind: 'running' }
  | { kind: 'made'; made: MadeReport }
  | ({ kind: 'tried' } & StressProgress)
