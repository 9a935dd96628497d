/**
 * Part of the contract (protocol.ts) for making and checking the cases of a problem: generators print inputs,
 * validators check them, a solution answers them. Types and bounds, no code that runs.
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

/** Bounds of a making: bytes of one input, bytes of all files, and wall time (ms). */
export const MAKING_BOUNDS = { inputBytes: 64 * MIB, allBytes: 1024 * MIB, wallMs: 20 * 60_000 } as const

/** A generator or a validator. */
export type MakingProgram = {
  name: string
  /** Key of judge/languages.ts. */
  language: string
  source: string
  /** Files beside the source, by name; none when left out. */
  files?: Record<string, string>
  /** Exit code of a validator that accepts: 0 for `testlib`, 42 for `kattis`. */
  convention: Convention
}

type Blob = CaseSpec['input']

/** A case: its input is made by a generator or exists already. */
export type MakingCase = {
  /** 1-based, in judging order. */
  index: number
  subtask: number
  source: { generator: string; words: string[] } | { input: Blob }
  /** Existing answer; null when the solution makes it, if the task has one. */
  answer: Blob | null
}

/** A program that is compiled and run like a submission. */
export type MakingSolution = { name: string; language: string; source: string }

/** Stress test: a generator with consecutive seeds, and two solutions, until they differ or the time is over. */
export type StressTask = {
  generator: string
  /** Arguments; `{seed}` in them stands for the seed. */
  words: string[]
  firstSeed: number
  /** Number of seeds tried; the next one is `firstSeed + tried`. */
  tried: number
  /** Time spent so far, and the limit of it (ms). */
  spentMs: number
  ms: number
  /** Its output is checked against that of `MakingTask.solution`. */
  second: MakingSolution
  checker: CheckerSpec
  /** Judges both solutions instead of the checker, or before it in the convention `polygon`; null when there is none. */
  interactor: CheckingProgram | null
}

/** Test of the validators (an input) or of the checker (an output), and whether they must accept it. */
export type RefereeTestTask = {
  /** Continues the numbering of the cases. */
  index: number
  accepts: boolean
  /** Base64. */
  input: string
  /** Output and answer for the checker (base64); null for a test of the validators. */
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
  /** The stress test to run; null when the cases are made and checked instead. */
  stress?: StressTask | null
  /** Tests that run after the cases; older servers send none. `checker` is the problem's. */
  tests?: { checker: CheckerSpec; list: RefereeTestTask[] }
} & Pick<JudgeTask, 'limits' | 'fileIo' | 'userFiles' | 'judgeFiles'>

export const MAKING_FAULTS = [
  /** The generator crashed, was stopped, or exited with an error. */
  'GENERATOR_FAILED',
  /** The generator printed another input when it ran again with the same arguments. */
  'GENERATOR_VARIES',
  /** A validator rejected the input. */
  'INPUT_REFUSED',
  /** A validator crashed or was stopped. */
  'VALIDATOR_FAILED',
  /** The solution failed on the input, or its answer is too large. */
  'ANSWER_FAILED',
  /** The making exceeds its bytes or its time (`MAKING_BOUNDS`). */
  'OVER_BUDGET',
  /** The second solution of a stress test is wrong, assuming that the first one is right. */
  'SOLUTIONS_DIFFER',
  /** The checker or the interactor crashed or was stopped. */
  'CHECKER_FAILED',
  /** Validators or checker accept a test that they must reject. */
  'ACCEPTED_WRONGLY',
  /** Validators or checker reject a test that they must accept. */
  'REFUSED_WRONGLY',
] as const

export type MakingFault = (typeof MAKING_FAULTS)[number]

/** A file that the site stores: SHA-256 in hex, and bytes. */
export type MadeFile = { hash: string; size: number }

/** Result of one case. */
export type MadeReport = {
  index: number
  /** Null when the case is good. */
  fault: MakingFault | null
  /** Message of the program or the box, at most 4 KiB; null when there is none. */
  message: string | null
  input: MadeFile | null
  answer: MadeFile | null
  /** The first characters of the input, readable. */
  inputHead: string | null
  /** Verdict, time and memory of the solution; null when it did not run. */
  verdict: Verdict | null
  timeMs: number | null
  memoryKb: number | null
}

/** Role of a program in a making. */
export type MakingPart = 'GENERATOR' | 'VALIDATOR' | 'SOLUTION' | 'CHECKER'

/** A program that does not compile. */
export type RefusedProgram = { part: MakingPart; name: string; message: string }

/** Result of a making: `ACCEPTED` means that it finished, even when cases have faults. */
export type MakingReport = {
  verdict: Extract<Verdict, 'ACCEPTED' | 'COMPILE_ERROR' | 'JUDGE_ERROR'>
  message: string | null
  refused: RefusedProgram[]
  /** Whether a stress test is paused for other jobs; it continues with the next seed. */
  isPaused?: boolean
}

/** Progress of a stress test, counted from its beginning across all pauses. */
export type StressProgress = Pick<StressTask, 'tried' | 'spentMs'>

export type MakingEvent =
  | { kind: 'compiling' }
  | { kind: 'running' }
  | { kind: 'made'; made: MadeReport }
  | ({ kind: 'tried' } & StressProgress)
