/**
 * Interactive mode: program and interactor talk over a pair of pipes, and the interactor decides, in one pass or several. With a
 * checker, what the interactor accepts is decided by the checker, which reads the file that the interactor wrote.
 */

import type { Checker } from '../checkers/finding.ts'
import {
  checkingRun,
  checkingSlot,
  feedbackOf,
  findingOf,
  type Referee,
  writtenBy,
} from '../checkers/program.ts'
import { BASE_ENV } from '../environment.ts'
import { allowance, endingOf, heldMs, OUTPUT_FLOOR, TALK_FLOOR, toolboxFor } from '../limits.ts'
import type { CaseSpec } from '../protocol.ts'
import type { RunLimits, RunSpec, Slot } from '../sandbox/box.ts'
import { head } from '../store/scratch.ts'
import { readTranscript } from '../transcript.ts'
import { answerOf } from './batch.ts'
import { decide, type Pair, starvedPair } from './decide.ts'
import {
  type CaseOutcome,
  HEAD_BYTES,
  type Mode,
  pointsOf,
  programSlot,
  type Ran,
  type Stage,
} from './mode.ts'
import { passOn } from './passes.ts'

const WORDS_BYTES = 64 * 1024

/** Least CPU time (ms) of an interactor, which may be written in a slow language. */
const INTERACTOR_MS = 2000

/** Factor of the wall limit in the second run of a pair that was starved of CPU. */
const PATIENCE = 4

/** Longest recorded run (ms): two programs that wait for each other have finished talking long before. */
const RECORD_WAIT = 1000

export function interactiveMode(
  stage: Stage,
  interactor: Referee,
  beside: Record<string, string>,
  checker: Checker | null,
): Mode {
  const { program, sandbox, scratch, task, testset } = stage
  const { language, lines, toolchain } = program
  const own = stage.place(programSlot(program))
  const other = stage.place(checkingSlot(interactor, beside))
  const argv = language.run(toolboxFor(task.limits, language, toolchain.tool))
  const allowed = allowance(task.limits, language, 0, TALK_FLOOR)

  /** Whether a case was recorded; only one per judgement is. */
  let recorded = false

  const converse = async (spec: CaseSpec): Promise<Ran> => {
    const first = await play(spec, { path: null, wallMs: allowed.box.wallMs })
    const outcome = starvedPair(first.both)
      ? await play(spec, { path: null, wallMs: PATIENCE * allowed.box.wallMs })
      : first
    // A program that was found wrong and waits for more is stalled too.
    const ran = { heldMs: outcome.heldMs, idle: outcome.both.program.reason === 'wall' }
    const failed = outcome.verdict === 'JUDGE_ERROR'
    if ((recorded && !failed) || outcome.verdict === 'ACCEPTED' || broken(outcome))
      return { ...ran, check: async () => caseOf(outcome) }
    recorded = true
    const again = await record(spec, outcome)
    // A judge error has to happen twice. The record also counts the program's bytes exactly.
    const counted = failed && again ? again : outcome
    return { ...ran, check: async () => ({ ...caseOf(counted), transcript: again?.transcript ?? null }) }
  }
  return Object.assign(converse, { ahead: false })

  /** Runs the case again with a recorder in between, so that the counted run is not slowed down. */
  async function record(spec: CaseSpec, { both: { program }, busyMs }: Played): Promise<Played | null> {
    const path = scratch.file('record')
    const idle = program.reason === 'wall'
    const wallMs = idle ? Math.min(RECORD_WAIT + 4 * busyMs, allowed.box.wallMs) : allowed.box.wallMs
    const again = await play(spec, { path, wallMs: Math.ceil(wallMs) })
    return broken(again) ? null : again
  }

  async function play(spec: CaseSpec, playing: Playing): Promise<Played> {
    const [input, answer] = await Promise.all([testset.input(spec), answerOf(spec, stage)])
    // A failed box may be either; both are replaced, the inner one by the outer one's second try.
    return own.use(
      (slot) => other.use((otherSlot) => playAll(spec, { slot, otherSlot, input, answer }, playing), broken),
      broken,
    )
  }

  async function playAll(spec: CaseSpec, seated: Seated, playing: Playing): Promise<Played> {
    const most = { timeMs: 0, memoryKb: 0, heldMs: 0, busyMs: 0 }
    let { input } = seated
    for (let pass = 1; ; pass++) {
      own.throwIfCancelled()
      const played = await playOnce(spec, { ...seated, input }, playing, pass)
      most.timeMs = Math.max(most.timeMs, played.timeMs)
      most.memoryKb = Math.max(most.memoryKb, played.memoryKb)
      most.heldMs += played.heldMs
      most.busyMs += played.busyMs
      if (!played.next) return { ...played, ...most }
      input = played.next
    }
  }

  async function playOnce(
    spec: CaseSpec,
    { slot, otherSlot, input, answer }: Seated,
    { path, wallMs }: Playing,
    pass: number,
  ): Promise<Played> {
    const errors = scratch.file('errors')
    const words = scratch.file('words')
    const output = scratch.file('written')
    const limits = { ...allowed.box, wallMs }
    const programSpec: RunSpec = {
      argv,
      env: { ...BASE_ENV, ...language.runEnv },
      stdin: null,
      stdout: null,
      stderr: errors,
      stderrBytes: WORDS_BYTES,
      limits,
    }
    const files = { input, answer, output: null }
    const interactorSpec = checkingRun(interactor, files, { stdout: null, stderr: words }, patient(limits))
    const pair = await sandbox.interact(
      { slot, spec: programSpec },
      { slot: otherSlot, spec: { ...interactorSpec, keep: pass > 1 } },
      path,
    )
    const feedback = await feedbackOf(interactor, otherSlot, scratch)
    const written = checker ? await writtenBy(pair.interactor, otherSlot, output) : pair.interactor
    const both = { ...pair, interactor: written }
    const said = head(words, WORDS_BYTES)
    const testimony = { stdout: said, stderr: said, feedback }
    const finding = findingOf(both.interactor, testimony, pointsOf(stage, spec), 'interactorFailed')
    const stderr = head(errors, WORDS_BYTES)
    const ending = endingOf(both.program, allowed, language, stderr, lines)
    const { timeMs, memoryKb } = ending
    const record = path ? readTranscript(path, finding.verdict) : null
    const decided = decide(both, ending, finding, record?.programBytes)
    const busyUs = both.program.cpuUs + both.interactor.cpuUs
    const held = { heldMs: heldMs(busyUs, both.program.wallUs), busyMs: busyUs / 1000 }
    const measured = { timeMs, memoryKb, both, ...held, failed: brokenPair(both) }
    if (decided === finding) {
      const given = { input, output, answer, points: pointsOf(stage, spec) }
      const examined = { finding, failed: measured.failed }
      const to = scratch.file(`pass${pass % 2}`)
      const passed = checker
        ? {
            ...examined,
            finding: finding.verdict === 'ACCEPTED' ? await checker(given) : finding,
            next: null,
          }
        : await passOn(examined, interactor, otherSlot, pass, to)
      const { next, failed } = passed
      const transcript = record && { ...record, verdict: passed.finding.verdict }
      return { ...passed.finding, ...measured, failed, next, transcript }
    }
    // The author still sees the interactor's message.
    const judgeMessage = [finding.message, finding.judgeMessage].filter(Boolean).join('\n') || null
    const { verdict, message } = decided ?? { ...ending, verdict: ending.verdict ?? finding.verdict }
    const errorHead = stderr.slice(0, HEAD_BYTES) || null
    const transcript = record && { ...record, verdict }
    return { verdict, message, share: null, judgeMessage, errorHead, ...measured, next: null, transcript }
  }
}

/** Slots of program and interactor, and the files of the first pass. */
type Seated = { slot: Slot; otherSlot: Slot; input: string; answer: string }
/** Path of the record, if any, and the limits of the run. */
type Playing = { path: string | null; wallMs: number }
type Played = Omit<CaseOutcome, 'outputHead'> & {
  both: Pair
  failed: boolean
  next: string | null
  heldMs: number
  /** CPU time of both. */
  busyMs: number
}

/** The conversation itself is not the contestant's to see, so there is no output. */
const caseOf = ({
  both: _,
  failed: _f,
  next: _n,
  heldMs: _h,
  busyMs: _b,
  ...outcome
}: Played): CaseOutcome => ({
  ...outcome,
  outputHead: null,
})

const broken = ({ failed }: Played) => failed
const brokenPair = ({ program, interactor }: Pair) =>
  program.reason === 'failed' || interactor.reason === 'failed'

/** Limits of an interactor: twice those of the program, so that it does not run out first. */
const patient = (limits: RunLimits): RunLimits => ({
  ...limits,
  cpuMs: Math.max(2 * limits.cpuMs, INTERACTOR_MS),
  wallMs: Math.max(2 * limits.wallMs, 6 * INTERACTOR_MS),
  memoryBytes: Math.max(2 * limits.memoryBytes, 256 * 1024 * 1024),
  stackBytes: 128 * 1024 * 1024,
  outputBytes: OUTPUT_FLOOR,
  processes: Math.max(limits.processes, 64),
})
