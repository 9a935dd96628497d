/** A checker or an interactor that is a program: its slot, how it is called, and what its end means. */

import { writeFileSync } from 'node:fs'
import type { Program } from '../compile.ts'
import { BASE_ENV } from '../environment.ts'
import { messageOf } from '../health/log.ts'
import { exitMessage, toolboxFor } from '../limits.ts'
import { say } from '../messages.ts'
import type { Place } from '../place.ts'
import type { Convention, InteractorConvention, Limits, MessageKey } from '../protocol.ts'
import type { BoxFile, RunLimits, RunOutcome, RunSpec, Slot, SlotSpec } from '../sandbox/box.ts'
import { head, type Scratch } from '../store/scratch.ts'
import { type CheckedFiles, type Checker, type Finding, judgeError } from './finding.ts'
import { collectFeedback, type Feedback, kattisComplaint, kattisFinding } from './kattis.ts'
import { testlibComplaint, testlibFinding } from './testlib.ts'

/** A compiled checking program with its convention, and most passes of a case. */
export type Referee = { program: Program; convention: Convention; flags: readonly string[]; passes: number }

/** How a program of a convention is called; `polygon` differs from `testlib` by what follows. */
export const calledBy = (convention: InteractorConvention): Convention =>
  convention === 'polygon' ? 'testlib' : convention

const MIB = 1024 * 1024

/** Limits of checkers, independent of the problem. */
const CHECKER_LIMITS: Limits = {
  timeMs: 16_000,
  memoryMb: 512,
  stackMb: 128,
  outputBytes: 16 * MIB,
  processes: 64,
}
const CHECKER_BOX: RunLimits = {
  cpuMs: 16_000,
  wallMs: 48_000,
  memoryBytes: 512 * MIB,
  stackBytes: 128 * MIB,
  outputBytes: 16 * MIB,
  processes: 128,
}
/** Writable bytes: some files of a checker, and the second argument of an interactor. */
const WRITABLE_BYTES = 64 * MIB
/** Writable bytes of a box that stays for the passes of a case: the files of a pass take the place of those before. */
const PASSES_BYTES = 512 * MIB
/** Longest kept output of a checking program (bytes). */
const WORDS_BYTES = 64 * 1024

/** The names under which a checking program finds the files of a case. */
const IN_BOX = { input: 'input', output: 'user_output', answer: 'answer' } as const

/** /w itself takes the feedback: it is writable, and fresh for every run. */
const FEEDBACK_FOLDER = '/w/'

/** Slot of a checking program with its author's files. */
export function checkingSlot(
  { program: { language, toolchain, path }, passes }: Referee,
  beside: Record<string, string>,
): SlotSpec {
  const besides = language.unpacked ? [] : Object.entries(beside)
  const placed: BoxFile[] = besides.map(([name, content]) => ({ name, content }))
  placed.push({ name: language.product, path, mode: 0o755 })
  return {
    profile: 'checker',
    files: placed,
    writableBytes: passes > 1 ? PASSES_BYTES : WRITABLE_BYTES,
    roots: toolchain.roots,
    fullProc: language.fullProc ?? false,
  }
}

/** Files of a case for a checking program; an interactor gets no output. */
type GivenFiles = Pick<CheckedFiles, 'input' | 'answer'> & { output: string | null }

/** How a checking program is called, by its convention. */
export function checkingRun(
  { program: { language, toolchain }, convention, flags }: Referee,
  files: GivenFiles,
  streams: { stdout: string | null; stderr: string },
  limits: RunLimits = CHECKER_BOX,
): RunSpec {
  const placed: BoxFile[] = [
    { name: IN_BOX.input, path: files.input },
    { name: IN_BOX.answer, path: files.answer },
  ]
  const kattis = convention === 'kattis'
  if (files.output && !kattis) placed.push({ name: IN_BOX.output, path: files.output })
  const words = kattis
    ? [`/w/${IN_BOX.input}`, `/w/${IN_BOX.answer}`, FEEDBACK_FOLDER]
    : [`/w/${IN_BOX.input}`, `/w/${IN_BOX.output}`, `/w/${IN_BOX.answer}`]
  return {
    argv: [...language.run(toolboxFor(CHECKER_LIMITS, language, toolchain.tool)), ...words, ...flags],
    env: { ...BASE_ENV, ...language.runEnv },
    stdin: kattis ? files.output : null,
    ...streams,
    stderrBytes: WORDS_BYTES,
    files: placed,
    limits: {
      ...limits,
      memoryBytes: limits.memoryBytes + language.runtimeMb * MIB,
      processes: limits.processes + language.runtimeProcesses,
    },
  }
}

/** Output and feedback files of a checking program. */
export type Testimony = { stdout: string; stderr: string; feedback: Feedback | null }

/** Copies the feedback out of the slot; call it before the next run. */
export const feedbackOf = async ({ convention }: Referee, slot: Slot, scratch: Scratch) =>
  convention === 'kattis' ? collectFeedback(slot, scratch) : null

/**
 * Copies the file that a testlib interactor wrote out of its slot, empty when it wrote none; call it before the next run.
 * Returns the outcome of its run, which a failed copy makes a failure of the box.
 */
export async function writtenBy(outcome: RunOutcome, slot: Slot, to: string): Promise<RunOutcome> {
  if (outcome.reason === 'failed') return outcome
  try {
    if (!(await slot.collect(IN_BOX.output, to, WRITABLE_BYTES))) writeFileSync(to, '')
    return outcome
  } catch (error) {
    return { ...outcome, reason: 'failed', detail: messageOf(error) }
  }
}

/** What a checking program said of a case; `failed` says that the box failed. */
export type Examined = { finding: Finding; failed: boolean }

/** A checker in its own slot. */
export function programChecker(referee: Referee, place: Place, scratch: Scratch): Checker {
  return async (files) => {
    const examined = await place.use(
      (slot) => examine(referee, slot, files, scratch),
      ({ failed }) => failed,
    )
    return examined.finding
  }
}

/** Runs a checker in a slot; its output goes to two files in `scratch`. */
export async function examine(
  referee: Referee,
  slot: Slot,
  files: CheckedFiles,
  scratch: Scratch,
  keep = false,
): Promise<Examined> {
  const streams = { stdout: scratch.file('checker.out'), stderr: scratch.file('checker.err') }
  const outcome = await slot.run({ ...checkingRun(referee, files, streams), keep })
  const feedback = await feedbackOf(referee, slot, scratch)
  const said = { stdout: head(streams.stdout, 4096), stderr: head(streams.stderr, WORDS_BYTES), feedback }
  const finding = findingOf(outcome, said, files.points, 'checkerFailed')
  return { finding, failed: outcome.reason === 'failed' }
}

/** Which limit it was that stopped it. */
const STOPPED = {
  cpu: 'limitCpu',
  wall: 'limitWall',
  memory: 'limitMemory',
  output: 'limitOutput',
} as const satisfies Partial<Record<RunOutcome['reason'], MessageKey>>

/** Verdict from the end of a checking program; everything else is a judge error. */
export function findingOf(
  outcome: RunOutcome,
  { stdout, stderr, feedback }: Testimony,
  points: number | null,
  failure: MessageKey,
): Finding {
  const failed = (why: string) => judgeError(say(failure, {}, why))
  if (outcome.reason === 'failed') return judgeError(say('boxFailed', {}, outcome.detail ?? ''))
  if (outcome.reason !== 'exited') {
    const why = outcome.reason === 'signalled' ? exitMessage(outcome) : say(STOPPED[outcome.reason])
    return failed([why, feedback?.judge, stderr.trim()].filter(Boolean).join('\n').slice(0, WORDS_BYTES))
  }
  if (feedback) {
    return (
      kattisFinding(outcome, feedback, points, stderr) ?? failed(kattisComplaint(outcome, feedback, stderr))
    )
  }
  return testlibFinding(outcome, stdout, stderr) ?? failed(testlibComplaint(outcome, stderr))
}
