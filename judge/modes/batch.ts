/** A program reads its input, writes its output and ends; then a checker looks at the output. */

import { writeFileSync } from 'node:fs'
import { accepted, type Checker } from '../checkers/finding.ts'
import { BASE_ENV } from '../environment.ts'
import { messageOf } from '../health/log.ts'
import { type Allowance, allowance, barelyLate, endingOf, heldMs, starved, toolboxFor } from '../limits.ts'
import { readable } from '../messages.ts'
import type { CaseSpec } from '../protocol.ts'
import type { RunOutcome, RunSpec, Slot } from '../sandbox/box.ts'
import { head } from '../store/scratch.ts'
import { HEAD_BYTES, type Mode, pointsOf, programSlot, type Ran, type Stage } from './mode.ts'

const STDERR_BYTES = 64 * 1024

/** A program that was starved of CPU gets this many times the wall time in its second run. */
const PATIENCE = 4

export function batchMode(stage: Stage, checker: Checker): Mode {
  const { program, scratch, task, testset } = stage
  const { language, lines, toolchain } = program
  const { fileIo } = task
  const place = stage.place(programSlot(program, fileIo))
  const argv = language.run(toolboxFor(task.limits, language, toolchain.tool))
  let turn = 0

  const play = async (spec: CaseSpec): Promise<Ran> => {
    const [input, answer, known] = await Promise.all([
      testset.input(spec),
      answerOf(spec, stage),
      checker.surelyRight ? testset.shortAnswer(spec) : null,
    ])
    const allowed = allowance(task.limits, language, spec.answer?.size ?? 0)
    const points = pointsOf(stage, spec)
    // Three sets of files take turns: one is checked, one written, and one waits for its run.
    turn = (turn + 1) % 3
    const output = scratch.file(`output${turn}`)
    const errors = scratch.file(`errors${turn}`)
    const runSpec: RunSpec = {
      argv,
      env: { ...BASE_ENV, ...language.runEnv },
      stdin: fileIo ? null : input,
      stdout: fileIo ? null : output,
      answerShort: !fileIo,
      stderr: errors,
      stderrBytes: STDERR_BYTES,
      files: fileIo ? [{ name: fileIo.input, path: input }] : [],
      limits: allowed.box,
    }
    const outcome = await runFairly(output, runSpec, allowed)
    const stderr = outcome.reason === 'exited' && outcome.code === 0 ? '' : head(errors, STDERR_BYTES)
    const ending = endingOf(outcome, allowed, language, stderr, lines)

    const check = async () => {
      const { timeMs, memoryKb } = ending
      const short = outcome.stdout
      const outputHead = short ? readable(short, HEAD_BYTES) : head(output, HEAD_BYTES)
      // Far the most frequent case, and told without a file.
      if (short && known && checker.surelyRight?.(short, known) && !ending.verdict)
        return { ...accepted, timeMs, memoryKb, outputHead }
      if (short) writeFileSync(output, short)
      if (ending.verdict) {
        const errorHead = stderr.slice(0, HEAD_BYTES) || null
        return { ...ending, verdict: ending.verdict, share: null, outputHead, errorHead }
      }
      return { ...(await checker({ input, output, answer, points })), timeMs, memoryKb, outputHead }
    }
    return { check, heldMs: heldMs(outcome.cpuUs, outcome.wallUs), idle: outcome.reason === 'wall' }
  }

  // What a program leaves in files is fetched before the next run.
  return Object.assign(play, { ahead: !fileIo })

  /** Once more when the host, not the program, may have been slow. */
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

/** A program that wrote no file wrote nothing; a file that cannot be brought out is no fault of the program. */
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

/** The answer of a case; an empty file where it has none. */
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
