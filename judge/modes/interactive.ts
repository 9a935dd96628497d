/** The program talks to an interactor over a pair of pipes; the interactor says who was right. */

import type { Finding } from '../checkers/finding.ts'
import {
  checkingRun,
  checkingSlot,
  feedbackOf,
  findingOf,
  type Referee,
  type Testimony,
} from '../checkers/program.ts'
import { BASE_ENV } from '../environment.ts'
import { allowance, endingOf, toolboxFor } from '../limits.ts'
import type { RunLimits, RunOutcome, RunSpec, Slot } from '../sandbox/box.ts'
import { head } from '../scratch.ts'
import { answerOf } from './batch.ts'
import { type CaseOutcome, type Mode, pointsOf, programSlot, type Stage } from './mode.ts'

const SIGPIPE = 13
const WORDS_BYTES = 64 * 1024

/**
 * An interactor that loses its program ends a moment after it, and each is timed from its own start: only
 * a clear lead says that the interactor ended first.
 */
const CLEARLY_US = 50_000

type Both = { program: RunOutcome; interactor: RunOutcome; feedback: Testimony['feedback'] }

export function interactiveMode(stage: Stage, interactor: Referee, beside: Record<string, string>): Mode {
  const { program, sandbox, scratch, task, testset } = stage
  const { language, toolchain } = program
  const own = stage.place(programSlot(program))
  const other = stage.place(checkingSlot(interactor, beside))
  const argv = language.run(toolboxFor(task.limits, language, toolchain.tool))
  const allowed = allowance(task.limits, language, 0)

  return async (spec) => {
    const [input, answer] = await Promise.all([testset.input(spec), answerOf(spec, stage)])
    const errors = scratch.file('errors')
    const words = scratch.file('words')
    const programSpec: RunSpec = {
      argv,
      env: { ...BASE_ENV, ...language.runEnv },
      stdin: null,
      stdout: null,
      stderr: errors,
      stderrBytes: WORDS_BYTES,
      limits: allowed.box,
    }
    const files = { input, answer, output: null }
    const interactorSpec = checkingRun(
      interactor,
      files,
      { stdout: null, stderr: words },
      patient(allowed.box),
    )
    const talk = async (slot: Slot, otherSlot: Slot): Promise<Both> => ({
      ...(await sandbox.interact({ slot, spec: programSpec }, { slot: otherSlot, spec: interactorSpec })),
      feedback: await feedbackOf(interactor, otherSlot, scratch),
    })
    // A failed box may be either; both are replaced, the inner one by the outer one's second try.
    const both = await own.use((slot) => other.use((otherSlot) => talk(slot, otherSlot), broken), broken)
    const said = head(words, WORDS_BYTES)
    const testimony = { stdout: said, stderr: said, feedback: both.feedback }
    const finding = findingOf(both.interactor, testimony, pointsOf(stage, spec), 'interactorFailed')
    const outcome = settle(both, head(errors, WORDS_BYTES), finding)
    return async () => outcome
  }

  /**
   * Whose fault it was. Who ends first decides: an interactor that has found the program wrong goes away,
   * and what the program does at the end of a broken conversation (wait for ever, die of a broken pipe) is
   * no longer its verdict. A program that overruns its limits while the interactor waits is told so.
   */
  function settle({ program, interactor }: Both, stderr: string, finding: Finding): CaseOutcome {
    const ending = endingOf(program, allowed, language, stderr)
    const { timeMs, memoryKb } = ending
    const byInteractor = { ...finding, timeMs, memoryKb, outputHead: null }
    if (!ending.verdict) return byInteractor

    const interactorFirst = interactor.reason === 'exited' && interactor.wallUs + CLEARLY_US < program.wallUs
    const foundWrong = finding.verdict === 'WRONG_ANSWER' || finding.verdict === 'PRESENTATION_ERROR'
    if (interactorFirst && foundWrong) return byInteractor
    const brokenPipe = program.reason === 'signalled' && program.code === SIGPIPE
    if (brokenPipe && finding.verdict !== 'ACCEPTED') return byInteractor
    return { ...ending, verdict: ending.verdict, share: null, outputHead: null }
  }
}

const broken = ({ program, interactor }: Both) =>
  program.reason === 'failed' || interactor.reason === 'failed'

/** An interactor may use twice what the program may, so that it never is the one that runs out first. */
const patient = (limits: RunLimits): RunLimits => ({
  ...limits,
  cpuMs: 2 * limits.cpuMs,
  wallMs: 2 * limits.wallMs,
  memoryBytes: Math.max(2 * limits.memoryBytes, 256 * 1024 * 1024),
  stackBytes: 128 * 1024 * 1024,
  processes: Math.max(limits.processes, 64),
})
