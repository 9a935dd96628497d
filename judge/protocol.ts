/**
 * The contract between the site and a judge host: what a host is asked, and what it answers.
 * Types, constants and a version; nothing that runs. Times are milliseconds of CPU unless a
 * name says otherwise, memory is in KiB, sizes are bytes.
 */

/** Raised whenever a task or a report changes shape; a host refuses tasks of another version. */
export const PROTOCOL_VERSION = 1

/**
 * The task names of the graphile-worker queue that judge hosts take, and where the lanes of the queue begin (low
 * first). Within its lane of `LANE_WIDTH` priorities a job stands behind as many places as its owner has waiting.
 */
export const JUDGE_TASK = 'judge'
export const TRIAL_TASK = 'trial'
export const MAKING_TASK = 'make'
/** All that judge hosts do and no server. */
export const HOST_TASKS = [JUDGE_TASK, TRIAL_TASK, MAKING_TASK] as const
/** The server's: to count a judgement that ended. */
export const SETTLE_TASK = 'settle'
export const LANE_WIDTH = 1000
export const PRIORITY = { contest: 0, trial: 1000, practice: 2000, rejudging: 3000 } as const

/** The NOTIFY channel that carries live events, `{ name, payload }` as JSON. */
export const EVENT_CHANNEL = 'events'

/** A host beats this often (ms); a host silent for `HOST_SILENCE` is taken for hung. */
export const HOST_HEARTBEAT = 1000
export const HOST_SILENCE = 5000
/** First key of the advisory lock a live process holds; the second is `hashtext(host id)`. */
export const HOST_LOCK = 4711

export type Verdict =
  | 'ACCEPTED'
  | 'PARTIALLY_ACCEPTED'
  | 'WRONG_ANSWER'
  | 'PRESENTATION_ERROR'
  | 'TIME_LIMIT_EXCEEDED'
  | 'MEMORY_LIMIT_EXCEEDED'
  | 'OUTPUT_LIMIT_EXCEEDED'
  | 'RUNTIME_ERROR'
  | 'COMPILE_ERROR'
  | 'JUDGE_ERROR'
  | 'CANCELLED'
  /** Of what another judge was to judge; no host says it. */
  | 'SUBMISSION_FAILED'

export type JudgingState = 'QUEUED' | 'COMPILING' | 'RUNNING' | 'DONE'

/** How the cases are gone through and how their scores add up. */
export type CaseMode = 'ALL' | 'UNTIL_FAILURE' | 'SUBTASK_LOWEST' | 'SUBTASK_AVERAGE'

/** ACM knows verdicts only; OI adds scores. */
export type Scoring = 'ACM' | 'OI'

/** One testcase of an immutable testset. The hashes are SHA-256 in hex of the blobs. */
export type CaseSpec = {
  /** 1-based, in judging order. */
  index: number
  /** Subtask number, 0 outside the subtask modes. */
  subtask: number
  /** Full score of the case (in SUBTASK_LOWEST every case of a group carries the group's full score). */
  score: number
  input: { hash: string; size: number; name: string }
  /** Null when a checker needs no answer. */
  answer: { hash: string; size: number; name: string } | null
  /** The line of its problem's script that made it; null or left out of a case made by hand. */
  line?: string | null
  /** Both sides were typed into a form; left out where one came as a file. */
  typed?: boolean
}

/** A submitted file of output; the hash is SHA-256 in hex of the blob. */
export type OutputFile = { name: string; hash: string; size: number }

/** Stored as JSON in Testset.manifest. */
export type TestsetManifest = { version: 1; cases: CaseSpec[] }

/**
 * How a checking program is called and what its end means. `testlib`: input, output, answer as arguments, and
 * exit codes of testlib (or of this site). `kattis`: input, answer, a folder for feedback as arguments, the
 * output on stdin; 42 is right and 43 is wrong.
 */
export type Convention = 'testlib' | 'kattis'

/**
 * Convention of an interactor. `polygon`: called as `testlib`; when it accepts, the checker of the problem decides, with
 * the file that the interactor wrote (its second argument) as the output.
 */
export type InteractorConvention = Convention | 'polygon'

/** A checker or an interactor; `polygon` is for interactors only. */
export type CheckingProgram = {
  /** Key of judge/languages.ts. */
  language: string
  source: string
  /** Testlib when it is not said. */
  convention?: InteractorConvention
  /** Words after the arguments of the convention. */
  flags?: string[]
  /**
   * Most runs of the program on a case, 2 to `MOST_PASSES`: what it accepts and leaves a file `nextpass.in` behind is run
   * again, with that file as its input. One when it is not said.
   */
  passes?: number
}

export const MOST_PASSES = 100

/** How an output is judged. Built-in checkers stream. */
export type CheckerSpec =
  /** Byte-equal is AC, equal without white space is PE; with ignoreTrailingBlanks: AC or WA, never PE. */
  | { kind: 'default'; ignoreTrailingBlanks: boolean }
  | { kind: 'tokens'; caseSensitive: boolean; spaceSensitive?: boolean }
  | { kind: 'lines' }
  /** Words that are no numbers are compared without case unless it is asked for. */
  | {
      kind: 'floats'
      absolute: number
      relative: number
      caseSensitive?: boolean
      spaceSensitive?: boolean
    }
  | { kind: 'unorderedLines' }
  | { kind: 'unorderedNumbers' }
  | ({ kind: 'program' } & CheckingProgram)

export type Limits = {
  /** CPU time for C and C++; other languages get the factor of the language table. */
  timeMs: number
  memoryMb: number
  stackMb: number
  /** Output cap in bytes; null: max(twice the expected size, 32 MiB). */
  outputBytes: number | null
  processes: number
}

/** Everything a host needs to judge one submission. `Judgement.task` in the database. */
export type JudgeTask = {
  version: typeof PROTOCOL_VERSION
  judgementId: string
  submissionId: number
  /** Counts the starts of this judgement; every report carries it and a stale one changes nothing. */
  attempt: number
  /** Key of judge/languages.ts, or `OUTPUT` of judge/outputs.ts. */
  language: string
  source: string
  /** What was submitted in language `OUTPUT`, to be checked as it is; null or left out: a program. */
  outputs?: OutputFile[] | null
  limits: Limits
  caseMode: CaseMode
  scoring: Scoring
  /** Full score of an OI problem. */
  fullScore: number
  difficulty: number
  cases: CaseSpec[]
  checker: CheckerSpec
  /** Talks to the program instead of a checker judging a file, or before one in the convention `polygon`. */
  interactor: CheckingProgram | null
  /** The program reads and writes these files instead of the standard streams. */
  fileIo: { input: string; output: string } | null
  /** Beside the contestant's source while it compiles. */
  userFiles: Record<string, string>
  /** Beside checker and interactor. */
  judgeFiles: Record<string, string>
}

/** One case as it ended. */
export type RunReport = {
  index: number
  subtask: number
  verdict: Verdict
  timeMs: number
  memoryKb: number
  /** Null in ACM. */
  score: number | null
  /** A sentence for the contestant (from checker or box), at most 1 KiB. */
  message: string | null
  /** What checker or interactor say to the problem's author alone, as far as `message` does not; at most 4 KiB. */
  judgeMessage?: string | null
  /** First bytes of the contestant's output, valid UTF-8 without NUL, at most 1 KiB. */
  outputHead: string | null
  /** First bytes of what it wrote to stderr where it did not end well, in the same form. */
  errorHead?: string | null
  transcript?: Transcript | null
}

/**
 * What the two programs of an interactive case said to each other, for the problem's author. Recording makes an
 * exchange three times as slow, so nobody is recorded while it counts: the first case of a judgement that does not
 * end well is run once more with a recorder between the two. Only the first, because a second run of each would make
 * wrong submissions cost twice, and the first failure is the one that is looked at. `Run.transcript` in the database.
 */
export type Transcript = {
  /** How the recorded run ended. Where it is not the verdict of the case, one of the two is not deterministic. */
  verdict: Verdict
  /** Bytes that were said in all. */
  programBytes: number
  interactorBytes: number
  /** The first lines and the last ones, in the order they were said. */
  lines: TranscriptLine[]
  /** How many lines are left out between the first ones and the last ones, and after how many. */
  gap: { after: number; lines: number } | null
}

export type TranscriptLine = {
  by: 'PROGRAM' | 'INTERACTOR'
  /** Readable text: what is not is written as `\x1B`. */
  text: string
  /** What follows bytes that are left out in the middle of a long line; null when nothing is. */
  end: { left: number; text: string } | null
  /** The other one spoke, or all was over, before this line had its end. */
  open: boolean
}

/** The outcome of one judgement. */
export type JudgementReport = {
  verdict: Verdict
  /** Largest over the cases; null when nothing ran. */
  timeMs: number | null
  memoryKb: number | null
  score: number | null
  oiRankScore: number | null
  /** Compiler output (CE), what went wrong (SE, RE), at most 64 KiB. */
  message: string | null
}

/** What happens to a judgement, in the order it happens. */
export type JudgeEvent =
  | { kind: 'compiling' }
  | { kind: 'running'; caseCount: number }
  | { kind: 'run'; run: RunReport }
  | { kind: 'done'; report: JudgementReport; skipped: RunReport[] }

/** A test run with the user's own input ('Online Test'): same path, nothing is kept. */
export type TrialTask = {
  version: typeof PROTOCOL_VERSION
  trialId: string
  language: string
  source: string
  input: string
  /** Compared as text when given. */
  expected: string | null
  ignoreTrailingBlanks: boolean
  limits: Limits
  fileIo: { input: string; output: string } | null
  userFiles: Record<string, string>
  /** It is a checker or an interactor, which is compiled beside these files and not run. */
  judging?: { files: Record<string, string> } | null
}

export type TrialReport = {
  verdict: Verdict
  timeMs: number | null
  memoryKb: number | null
  /** Cut at 1000 characters and followed by '...'. */
  output: string
  errorOutput: string
  message: string | null
}

/** What a host says of itself; `JudgeHost.languages`. */
export type HostLanguage = { key: string; version: string }

export type HostProfile = {
  id: string
  name: string
  version: typeof PROTOCOL_VERSION
  cores: number
  slots: number
  languages: HostLanguage[]
  /** Which protections of the sandbox are active, e.g. 'pid', 'net', 'seccomp', 'cgroup.memory'. */
  protections: string[]
}

/** One letter per case of a judgement, in the order of `index`; '.' is not judged yet. `Judgement.tape`. */
export const TAPE: Record<Verdict, string> = {
  ACCEPTED: 'A',
  PARTIALLY_ACCEPTED: 'P',
  WRONG_ANSWER: 'W',
  PRESENTATION_ERROR: 'E',
  TIME_LIMIT_EXCEEDED: 'T',
  MEMORY_LIMIT_EXCEEDED: 'M',
  OUTPUT_LIMIT_EXCEEDED: 'O',
  RUNTIME_ERROR: 'R',
  JUDGE_ERROR: 'S',
  CANCELLED: 'C',
  COMPILE_ERROR: 'X',
  SUBMISSION_FAILED: 'F',
}
export const TAPE_BLANK = '.'

/**
 * A message is text for people. When its first line begins with this mark, that line is a sentence of
 * the judge's own: `@key` or `@key {"param":1}`, a key of `MessageKey` to be said in the reader's
 * language, and whatever follows the first line is raw text of a program.
 */
export const MESSAGE_MARK = '@'

export type MessageKey =
  /** The rest of a group is not run after a failed case. */
  | 'skipped'
  /** Nothing more is run after a case that stood still until its time was up. */
  | 'skippedIdle'
  /** The cases before this one took all the real time that a submission has. */
  | 'overBudget'
  /** `{ kind, line }`, `{ kind }`, `{ line }`, nothing: what the runtime says of a crash, see judge/health/crash.ts. */
  | 'crashAt'
  | 'crash'
  | 'ownCrashAt'
  | 'ownCrash'
  /** `{ code }` and `{ signal, name }` */
  | 'exitCode'
  | 'signal'
  /** The program used little CPU and never ended: it slept or waited for input. */
  | 'idle'
  | 'compilerTime'
  | 'compilerMemory'
  | 'compilerOutput'
  /** `{ limit }` in MiB */
  | 'programTooLarge'
  | 'compilerLeftNothing'
  /** `{ at }`: number of the first line, token or number that differs. */
  | 'lineDiffers'
  | 'tokenDiffers'
  | 'numberDiffers'
  | 'spacesDiffer'
  | 'outputShort'
  | 'outputLong'
  /** No file of output was submitted for the case. */
  | 'outputMissing'
  | 'unorderedDiffers'
  /** What is wrong with the judging itself; raw text says more. */
  | 'checkerCompile'
  | 'checkerFailed'
  | 'interactorCompile'
  | 'interactorFailed'
  /** A judging program asked for more passes than there may be: `{ passes }`; or for another one after a rejection. */
  | 'passesExceeded'
  | 'passAfterRejection'
  /** The program waited for the interactor, which computed. */
  | 'keptWaiting'
  /** What stopped a checker or an interactor. */
  | 'limitCpu'
  | 'limitWall'
  | 'limitMemory'
  | 'limitOutput'
  | 'boxFailed'
  | 'languageMissing'
  | 'hostFailed'
  | 'taskVersion'
  /** Why a host is out of service: `{ free }` in MiB, or raw text that says more. */
  | 'hostDisk'
  | 'hostMemory'
  | 'hostStalled'
  | 'hostTestset'
  | 'hostLink'
  | 'hostSandbox'
