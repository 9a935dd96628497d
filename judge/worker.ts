/**
 * One judgement, from its task to its report:
 *
 *   compile ──refused──▶ end
 *      │
 *   prepare   the checker or the interactor, while the test data is on its way
 *      │
 *     run     every case in judging order, one `run` event each
 *      │
 *     end
 *
 * Errors of judging (a box that failed twice, a checker that does not compile) end as JUDGE_ERROR; errors of this host are
 * thrown, and the task is retried on another host.
 */

import { builtInChecker } from './checkers/builtIn.ts'
import type { Checker } from './checkers/finding.ts'
import { calledBy, checkingSlot, programChecker, type Referee } from './checkers/program.ts'
import { compileReferee } from './checking.ts'
import type { Compiler, Program } from './compile.ts'
import type { Toolchain } from './languages/probe.ts'
import { allowance, wallBudget } from './limits.ts'
import { say } from './messages.ts'
import { batchMode } from './modes/batch.ts'
import { interactiveMode } from './modes/interactive.ts'
import type { CaseOutcome, Mode, Stage } from './modes/mode.ts'
import { passesMode } from './modes/passes.ts'
import { submittedMode } from './modes/submitted.ts'
import { passesOf, usesChecker } from './needs.ts'
import { Place } from './place.ts'
import type {
  CaseSpec,
  CheckingProgram,
  JudgeEvent,
  JudgementReport,
  JudgeTask,
  MessageKey,
  RunReport,
  Verdict,
} from './protocol.ts'
import { PROTOCOL_VERSION } from './protocol.ts'
import type { Sandbox, SlotSpec } from './sandbox/box.ts'
import { caseScore, independent, judgementOf, judgingOrder, skippedAfter } from './scoring.ts'
import { Scratch } from './store/scratch.ts'
import type { HeldTestset, Testsets } from './testset.ts'

/** Dependencies of judging. */
export type Workshop = {
  sandbox: Sandbox
  compiler: Compiler
  testsets: Testsets
  scratchFolder: string
  toolchains: ReadonlyMap<string, Toolchain>
  /** Our testlib.h and its parts by name, placed beside checkers that include it. */
  testlib: Record<string, string>
}

/** Receiver of events, and the signal that cancels. */
export type Desk = { report: (event: JudgeEvent) => void; signal: AbortSignal }

type State = 'compile' | 'prepare' | 'run' | 'end'

/** A judgement in progress. */
type Work = {
  readonly task: JudgeTask
  readonly shop: Workshop
  readonly desk: Desk
  readonly scratch: Scratch
  readonly testset: HeldTestset
  /** Given back at the end. */
  readonly programs: Program[]
  readonly places: Place[]
  program: Program | null
  mode: Mode | null
  report: JudgementReport | null
}

const STEPS: Record<Exclude<State, 'end'>, (work: Work) => Promise<State>> = {
  compile,
  prepare,
  run: runCases,
}

/** Judges one task; rejects when this host cannot, or when it is cancelled. */
export async function judge(task: JudgeTask, shop: Workshop, desk: Desk): Promise<JudgementReport> {
  if (task.version !== PROTOCOL_VERSION) return failure('JUDGE_ERROR', say('taskVersion'))
  const scratch = Scratch.open(shop.scratchFolder)
  const outputs = task.outputs ?? []
  const testset = shop.testsets.hold(judgingOrder(task.cases, task.caseMode), desk.signal, outputs)
  const work: Work = {
    task,
    shop,
    desk,
    scratch,
    testset,
    programs: [],
    places: [],
    program: null,
    mode: null,
    report: null,
  }
  try {
    let state: State = 'compile'
    while (state !== 'end') state = await STEPS[state](work)
    return work.report ?? failure('JUDGE_ERROR', say('hostFailed'))
  } finally {
    // Slots are closed without waiting, because their runs have ended.
    for (const place of work.places) void place.close()
    for (const program of work.programs) program.release()
    testset.release()
    // A run of a cancelled judgement may still be active.
    if (work.report) scratch.reuse()
    else scratch.remove()
  }
}

async function compile(work: Work): Promise<State> {
  const { task, desk, shop } = work
  desk.report({ kind: 'compiling' })
  if (task.outputs) return 'prepare'
  const toolchain = shop.toolchains.get(task.language)
  if (!toolchain) return end(work, 'JUDGE_ERROR', say('languageMissing', { language: task.language }))
  const made = await shop.compiler.compile(toolchain, task.source, task.userFiles, desk.signal)
  if ('refused' in made) return end(work, 'COMPILE_ERROR', made.refused)
  if ('failed' in made) return end(work, 'JUDGE_ERROR', made.failed)
  work.programs.push(made.program)
  work.program = made.program
  return 'prepare'
}

async function prepare(work: Work): Promise<State> {
  const { task, program, testset, scratch, shop, desk } = work
  const place = (spec: SlotSpec) => {
    const opened = new Place(shop.sandbox, desk.signal, spec)
    work.places.push(opened)
    return opened
  }
  if (task.outputs) {
    const checker = await checkerOf(work, place)
    if (!checker) return 'end'
    work.mode = submittedMode({ task, testset, scratch }, task.outputs, checker)
    return 'run'
  }
  if (!program) return 'compile'
  const stage: Stage = { task, program, testset, scratch, sandbox: shop.sandbox, place }
  if (task.interactor) {
    const interactor = await compileChecking(work, task.interactor, 'interactorCompile')
    if (!interactor) return 'end'
    const checker = usesChecker(task) ? await checkerOf(work, place) : null
    if (usesChecker(task) && !checker) return 'end'
    work.mode = interactiveMode(stage, interactor, task.judgeFiles, checker)
    return 'run'
  }
  if (passesOf(task) > 1 && task.checker.kind === 'program') {
    const referee = await compileChecking(work, task.checker, 'checkerCompile')
    if (!referee) return 'end'
    work.mode = passesMode(stage, referee, place(checkingSlot(referee, task.judgeFiles)))
    return 'run'
  }
  const checker = await checkerOf(work, place)
  if (!checker) return 'end'
  work.mode = batchMode(stage, checker)
  return 'run'
}

async function checkerOf(work: Work, place: Stage['place']): Promise<Checker | null> {
  const { checker, judgeFiles } = work.task
  if (checker.kind !== 'program') return builtInChecker(checker)
  const referee = await compileChecking(work, checker, 'checkerCompile')
  if (!referee) return null
  return programChecker(referee, place(checkingSlot(referee, judgeFiles)), work.scratch)
}

/** Compiles the checker or interactor; ends the judgement when that fails. */
async function compileChecking(
  work: Work,
  { language, source, convention = 'testlib', flags = [], passes = 1 }: CheckingProgram,
  complaint: MessageKey,
): Promise<Referee | null> {
  const { shop, desk, task } = work
  const toolchain = shop.toolchains.get(language)
  if (!toolchain) {
    end(work, 'JUDGE_ERROR', say('languageMissing', { language }))
    return null
  }
  const made = await compileReferee(shop, toolchain, { source }, task.judgeFiles, desk.signal)
  if ('program' in made) {
    work.programs.push(made.program)
    return { program: made.program, convention: calledBy(convention), flags, passes }
  }
  end(work, 'JUDGE_ERROR', 'refused' in made ? say(complaint, {}, made.refused) : made.failed)
  return null
}

async function runCases(work: Work): Promise<State> {
  const { task, mode, program, desk } = work
  if (!mode) return 'prepare'
  desk.report({ kind: 'running', caseCount: task.cases.length })
  const runs: RunReport[] = []
  const note = (run: RunReport) => {
    runs.push(run)
    desk.report({ kind: 'run', run })
    return run
  }

  let skippedSubtask: number | null = null
  /** Reason why no further case is run. */
  let halted: MessageKey | null = null
  let wallLeft = program
    ? wallBudget(allowance(task.limits, program.language, 0), task.cases.length * passesOf(task))
    : Number.POSITIVE_INFINITY
  /** Pending check of the previous case. */
  let checking: Promise<void> = Promise.resolve()
  let ahead: ReturnType<Mode> | null = null
  const order = judgingOrder(task.cases, task.caseMode)
  for (const [i, spec] of order.entries()) {
    if (halted || spec.subtask === skippedSubtask) {
      note(skippedRun(spec, task, halted ?? 'skipped'))
      continue
    }
    if (wallLeft <= 0) {
      halted = 'overBudget'
      await withdraw(work, ahead)
      note({ ...skippedRun(spec, task, halted), verdict: 'TIME_LIMIT_EXCEEDED' })
      if (task.caseMode === 'UNTIL_FAILURE') break
      continue
    }
    const running: ReturnType<Mode> = ahead ?? mode(spec)
    const next = order[i + 1]
    ahead = next && mode.ahead && independent(task.caseMode) ? mode(next) : null
    // Awaited later, or never when the judgement ends earlier.
    ahead?.catch(() => undefined)
    const { check, idle, heldMs } = await running
    await checking
    wallLeft -= heldMs
    if (idle) halted = 'skippedIdle'
    if (independent(task.caseMode)) {
      checking = check().then((outcome) => void note(runOf(spec, outcome, task)))
      // Awaited later; until then a rejection must not count as unhandled.
      checking.catch(() => undefined)
      if (halted) {
        await checking
        await withdraw(work, ahead)
      }
      continue
    }
    const run = note(runOf(spec, await check(), task))
    const skipped = skippedAfter(task.caseMode, run.verdict, run.score)
    if (skipped === 'all') break
    if (skipped === 'subtask') skippedSubtask = spec.subtask
  }
  await checking
  const report = judgementOf(task, runs)
  work.report = task.outputs ? { ...report, timeMs: null, memoryKb: null } : report
  return 'end'
}

function runOf(spec: CaseSpec, outcome: CaseOutcome, { scoring }: JudgeTask): RunReport {
  const { share, ...rest } = outcome
  const score = scoring === 'OI' ? caseScore(outcome.verdict, spec.score, share) : null
  return { index: spec.index, subtask: spec.subtask, score, ...rest }
}

/** Cancels a queued case, so that nothing is written into the scratch folder afterwards. */
async function withdraw({ places }: Work, ahead: ReturnType<Mode> | null): Promise<void> {
  if (!ahead) return
  await Promise.all(places.map((place) => place.close()))
  await ahead.catch(() => undefined)
}

const skippedRun = ({ index, subtask }: CaseSpec, { scoring }: JudgeTask, why: MessageKey): RunReport => ({
  index,
  subtask,
  verdict: 'CANCELLED',
  timeMs: 0,
  memoryKb: 0,
  score: scoring === 'OI' ? 0 : null,
  message: say(why),
  outputHead: null,
})

const failure = (verdict: Verdict, message: string): JudgementReport => ({
  verdict,
  timeMs: null,
  memoryKb: null,
  score: null,
  oiRankScore: null,
  message,
})

function end(work: Work, verdict: Verdict, message: string): 'end' {
  work.report = failure(verdict, message)
  return 'end'
}
