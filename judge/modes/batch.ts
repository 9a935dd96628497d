/** Batch mode: the program reads its input and writes its output, which a checker reads afterwards. */

import { writeFileSync } from 'node:fs'
import { accepted, type Checker } from '../checkers/finding.ts'
import { BASE_ENV } from '../environment.ts'
import { messageOf } from '../health/log.ts'
import {
  type Allowance,
  allowance,
  barelyLate,
  type Ending,
  endingOf,
  heldMs,
  starved,
  toolboxFor,
} from '../limits.ts'
import { readable } from '../messages.ts'
import type { CaseSpec } from '../protocol.ts'
import type { RunOutcome, RunSpec, Slot } from '../sandbox/box.ts'
import { head } from '../store/scratch.ts'
import {
  type CaseOutcome,
  HEAD_BYTES,
  type Mode,
  pointsOf,
  programSlot,
  type Ran,
  type Stage,
} from './mode.ts'

const STDERR_BYTES = 64 * 1024

/** Factor of the wall limit in the second run of a program that was starved of CPU. */
const PATIENCE = 4

/** A run of the program: a short output comes with it, a longer one lies at `output`. */
type BatchRun = Pick<Ran, 'heldMs' | 'idle'> & {
  short: Uint8Array | undefined
  output: string
  ending: Ending
  stderr: string
}

export function batchMode(stage: Stage, checker: Checker): Mode {
  const { task, testset } = stage
  const run = batchRuns(stage)
  let turn = 0

  const play = async (spec: CaseSpec): Promise<Ran> => {
    const [input, answer, known] = await Promise.all([
      testset.input(spec),
      answerOf(spec, stage),
      checker.surelyRight ? testset.shortAnswer(spec) : null,
    ])
    const points = pointsOf(stage, spec)
    // Three sets of files: one is checked, one written, one waits for its run.
    turn = (turn + 1) % 3
    const ran = await run(spec, input, turn)

    const check = async () => {
      const { short, output, ending } = ran
      const { timeMs, memoryKb } = ending
      // The most frequent case, decided without a file.
      if (short && known && checker.surelyRight?.(short, known) && !ending.verdict)
        return { ...accepted, timeMs, memoryKb, outputHead: readable(short, HEAD_BYTES) }
      const { verdict, ...ended } = outcomeOf(ran)
      if (verdict) return { ...ended, verdict }
      return { ...ended, ...(await checker({ input, output, answer, points })) }
    }
    return { check, heldMs: ran.heldMs, idle: ran.idle }
  }

  // Copy output files out before the next run.
  return Object.assign(play, { ahead: !task.fileIo })
}

/** What a run says without its checker, with a verdict where it did not end well; a short output is written to its file. */
export function outcomeOf({ short, output, ending, stderr }: BatchRun): Omit<CaseOutcome, 'verdict'> & {
  verdict: Ending['verdict']
} {
  const outputHead = short ? readable(short, HEAD_BYTES) : head(output, HEAD_BYTES)
  if (short) writeFileSync(output, short)
  const ended = { ...ending, share: null, outputHead }
  return ending.verdict ? { ...ended, errorHead: stderr.slice(0, HEAD_BYTES) || null } : ended
}

/** Runs the program of a stage on an input; runs of different numbers have different files. */
export function batchRuns(
  stage: Stage,
): (spec: CaseSpec, input: string, number: number) => Promise<BatchRun> {
  const { program, scratch, task } = stage
  const { language, lines, toolchain } = program
  const { fileIo } = task
  const place = stage.place(programSlot(program, fileIo))
  const argv = language.run(toolboxFor(task.limits, language, toolchain.tool))

  return async ({ answer }, input, number) => {
    const allowed = allowance(task.limits, language, answer?.size ?? 0)
    const output = scratch.file(`output${number}`)
    const errors = scratch.file(`errors${number}`)
    const outcome = await runFairly(
      output,
      {
        argv,
        env: { ...BASE_ENV, ...language.runEnv },
        stdin: fileIo ? null : input,
        stdout: fileIo ? null : output,
        answerShort: !fileIo,
        stderr: errors,
        stderrBytes: STDERR_BYTES,
        files: fileIo ? [{ name: fileIo.input, path: input }] : [],
        limits: allowed.box,
      },
      allowed,
    )
    const { cpuUs, wallUs, reason, code, stdout: short } = outcome
    const stderr = reason === 'exited' && code === 0 ? '' : head(errors, STDERR_BYTES)
    const ending = endingOf(outcome, allowed, language, stderr, lines)
    return { short, output, ending, stderr, heldMs: heldMs(cpuUs, wallUs), idle: reason === 'wall' }
  }

  /** Runs again when the host may have been slow. */
  async function runFairly(output: string, spec: RunSpec, allowed: Allowance): Promise<RunOutcome> {
    const outcome = await runOnce(output, spec)
    if (starved(outcome)) {
      const limits = { ...spec.limits, wallMs: spec.limits.wallMs * PATIENCE }
      return runOnce(output, { ...spec, limits })
    }
    if (!barelyLate(outcome, allowed)) return outcome
    const again = await runOnce(output, spec)
    return again.cpuUs < outcome.cpuUs ? again : outcome
  }

  function runOnce(output: string, spec: RunSpec): Promise<RunOutcome> {
    return place.use(async (slot) => {
      const outcome = await slot.run(spec)
      return fileIo && !boxFailed(outcome) ? collected(slot, fileIo.output, output, spec, outcome) : outcome
    }, boxFailed)
  }
}

const boxFailed = ({ reason }: RunOutcome) => reason === 'failed'

/** A missing output file counts as empty; a failed copy is not the program's fault. */
async function collected(
  slot: Slot,
  name: string,
  to: string,
  { limits }: RunSpec,
  outcome: RunOutcome,
): Promise<RunOutcome> {
  try {
    if (!(await slot.collect(name, to, limits.outputBytes))) writeFileSync(to, '')
    return outcome
  } catch (error) {
    return { ...outcome, reason: 'failed', detail: messageOf(error) }
  }
}

/** Answer file of a case; an empty file when it has none. */
export async function answerOf(
  spec: CaseSpec,
  { scratch, testset }: Pick<Stage, 'scratch' | 'testset'>,
): Promise<string> {
  const answer = await testset.answer(spec)
  if (answer) return answer
  const empty = scratch.file('empty')
  writeFileSync(empty, '')
  return empty
}
