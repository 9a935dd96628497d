/**
 * Interactive mode: program and interactor talk over a pair of pipes, and the interactor decides. With a checker, what the
 * interactor accepts is decided by the checker, which reads the file that the interactor wrote.
 */

import type { Checker } from '../checkers/finding.ts'
import {
  checkingRun,
  checkingSlot,
  feedbackOf,
  findingOf,
  type Referee,
  type Testimony,
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

const WORDS_BYTES = 64 * 1024

/** Least CPU time (ms) of an interactor, which may be written in a slow language. */
const INTERACTOR_MS = 2000

type Both = Pair & { feedback: Testimony['feedback'] }

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
    const { program, interactor } = outcome.both
    // A program that was found wrong and waits for more is stalled too.
    const ran = {
      heldMs: heldMs(program.cpuUs + interactor.cpuUs, program.wallUs),
      idle: program.reason === 'wall',
    }
    const failed = outcome.verdict === 'JUDGE_ERROR'
    if ((recorded && !failed) || outcome.verdict === 'ACCEPTED' || broken(outcome.both))
      return { ...ran, check: async () => caseOf(outcome) }
    recorded = true
    const again = await record(spec, outcome)
    // A judge error has to happen twice. The record also counts the program's bytes exactly.
    const counted = failed && again ? again : outcome
    return { ...ran, check: async () => ({ ...caseOf(counted), transcript: again?.transcript ?? null }) }
  }
  return Object.assign(converse, { ahead: false })

  /** Runs the case again with a recorder in between, so that the counted run is not slowed down. */
  async function record(spec: CaseSpec, { both: { program, interactor } }: Played): Promise<Played | null> {
    const path = scratch.file('record')
    const busyMs = (program.cpuUs + interactor.cpuUs) / 1000
    const idle = program.reason === 'wall'
    const wallMs = idle ? Math.min(RECORD_WAIT + 4 * busyMs, allowed.box.wallMs) : allowed.box.wallMs
    const again = await play(spec, { path, wallMs: Math.ceil(wallMs) })
    return broken(again.both) ? null : again
  }

  async function play(spec: CaseSpec, { path, wallMs }: Playing): Promise<Played> {
    const [input, answer] = await Promise.all([testset.input(spec), answerOf(spec, stage)])
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
    const talk = async (slot: Slot, otherSlot: Slot): Promise<Both> => {
      const other = { slot: otherSlot, spec: interactorSpec }
      const pair = await sandbox.interact({ slot, spec: programSpec }, other, path)
      const feedback = await feedbackOf(interactor, otherSlot, scratch)
      const written = checker ? await writtenBy(pair.interactor, otherSlot, output) : pair.interactor
      return { ...pair, interactor: written, feedback }
    }
    // A failed box may be either; both are replaced, the inner one by the outer one's second try.
    const both = await own.use((slot) => other.use((otherSlot) => talk(slot, otherSlot), broken), broken)
    const said = await head(words, WORDS_BYTES)
    const testimony = { stdout: said, stderr: said, feedback: both.feedback }
    const finding = findingOf(both.interactor, testimony, pointsOf(stage, spec), 'interactorFailed')
    const stderr = head(errors, WORDS_BYTES)
    const ending = endingOf(both.program, allowed, language, stderr, lines)
    const { timeMs, memoryKb } = ending
    const record = path ? readTranscript(path, finding.verdict) : null
    const decided = decide(both, ending, finding, record?.programBytes)
    if (decided === finding) {
      const given = { input, output, answer, points: pointsOf(stage, spec) }
      const last = checker && finding.verdict === 'ACCEPTED' ? await checker(given) : finding
      const transcript = record && { ...record, verdict: last.verdict }
      return { ...last, timeMs, memoryKb, both, transcript }
    }
    // The author still sees the interactor's message.
    const judgeMessage = [finding.message, finding.judgeMessage].filter(Boolean).join('\n') || null
    const { verdict, message } = decided ?? { ...ending, verdict: ending.verdict ?? finding.verdict }
    const errorHead = stderr.slice(0, HEAD_BYTES) || null
    const transcript = record && { ...record, verdict }
    return { verdict, message, share: null, judgeMessage, errorHead, timeMs, memoryKb, both, transcript }
  }
}

/** Path of the record, if any, and the limits of the run. */
type Playing = { path: string | null; wallMs: number }
type Played = Omit<CaseOutcome, 'outputHead'> & { both: Both }

/** The conversation itself is not the contestant's to see, so there is no output. */
const caseOf = ({ both: _, ...outcome }: Played): CaseOutcome => ({ ...outcome, outputHead: null })

const broken = ({ program, interactor }: Both) =>
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
