/**
 * Stress test: runs a generator with consecutive seeds and two solutions on its output, until they differ:
 *
 *   generate ─▶ first solution ─▶ second solution ─▶ checker, when the bytes of their outputs differ
 *      ▲                                                │ right
 *      └────────────────────────────────────────────────┘
 *
 * A failed program ends the test too. Validators check only the input that ends it. After each turn the test goes
 * back to the queue, so that no submission waits longer than one turn.
 */

import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { accepted, type CheckedFiles, type Finding } from '../checkers/finding.ts'
import { Pieces, sameBytes } from '../checkers/pieces.ts'
import { checkingSlot } from '../checkers/program.ts'
import type { Program } from '../compile.ts'
import { say } from '../messages.ts'
import { batchMode } from '../modes/batch.ts'
import { interactiveMode } from '../modes/interactive.ts'
import type { CaseOutcome, Mode, Stage } from '../modes/mode.ts'
import { passesMode } from '../modes/passes.ts'
import { passesOf, usesChecker } from '../needs.ts'
import { head } from '../store/scratch.ts'
import type { MadeReport, MakingReport, MakingTask, StressTask } from './makingProtocol.ts'
import {
  BoxFailed,
  checkWith,
  Faulty,
  fileAt,
  fleeting,
  INPUT_HEAD_BYTES,
  leaveSeats,
  type MakingDesk,
  type MakingWorkshop,
  print,
  spend,
  validate,
  type Work,
  withWork,
} from './makingWork.ts'

/** Length (ms) of a turn of a stress test. */
const TURN = 5_000

/** One of the two solutions: `run` takes the input of the current seed and leaves any output at a path. */
type Side = { run: () => Promise<CaseOutcome>; output: string }

/** A stress test in progress; `input` is the path of the generator's output. */
type Match = { work: Work; asked: StressTask; input: string; first: Side; second: Side }

/** Runs a stress test for one turn; rejects when this host cannot, or when it is cancelled. */
export function stress(task: MakingTask, shop: MakingWorkshop, desk: MakingDesk): Promise<MakingReport> {
  return withWork(task, shop, desk, async (work) => {
    const { solution, second } = work
    const asked = task.stress
    if (!asked || !solution || !second) throw new Error('a stress test without two solutions')
    const match = matchOf(work, asked, [solution, second])
    const done: MakingReport = { verdict: 'ACCEPTED', message: null, refused: [] }
    const began = Date.now()
    for (let { tried } = asked; ; tried++) {
      const turn = Date.now() - began
      const spentMs = asked.spentMs + turn
      desk.report({ kind: 'tried', tried, spentMs })
      if (spentMs >= asked.ms) return done
      if (turn >= TURN) return { ...done, isPaused: true }
      const found = await trySeed(match, asked.firstSeed + tried)
      for (const made of found) desk.report({ kind: 'made', made })
      if (found.length > 0) return done
    }
  })
}

function matchOf(work: Work, asked: StressTask, [one, other]: readonly [Program, Program]): Match {
  const { scratch } = work
  const match: Match = {
    work,
    asked,
    input: scratch.file('input'),
    first: sideOf(one, scratch.file('first'), async () => accepted),
    second: sideOf(other, scratch.file('second'), (files) => compared(match, files)),
  }
  return match

  function sideOf(program: Program, output: string, check: (files: CheckedFiles) => Promise<Finding>): Side {
    const modeIn = (place: Stage['place']) =>
      modeOf(match, { program, place }, async (files) => {
        // The output is moved away, because the other solution may write to the same path.
        if (existsSync(files.output)) renameSync(files.output, output)
        else writeFileSync(output, '')
        return check({ ...files, output })
      })
    // Two open places for each solution would be too many.
    if (asked.interactor || passesOf(asked) > 1)
      return { output, run: () => fleeting(work, (place) => outcomeOf(modeIn(place), output)) }
    let mode: Mode | null = null
    return {
      output,
      run: () => {
        mode ??= modeIn(work.place)
        return outcomeOf(mode, output)
      },
    }
  }
}

function modeOf(
  { work, asked, input }: Match,
  { program, place }: Pick<Stage, 'program' | 'place'>,
  check: (files: CheckedFiles) => Promise<Finding>,
): Mode {
  const { task, scratch, shop, interactor, referee } = work
  const empty = scratch.file('no-answer')
  writeFileSync(empty, '')
  const testset = { input: async () => input, answer: async () => empty, shortAnswer: async () => null }
  const stage: Stage = { task, program, scratch, sandbox: shop.sandbox, testset, place }
  if (interactor)
    return interactiveMode(stage, interactor, task.judgeFiles, usesChecker(asked) ? check : null)
  if (referee && passesOf(asked) > 1)
    return passesMode(stage, referee, place(checkingSlot(referee, task.judgeFiles)))
  return batchMode(stage, check)
}

async function outcomeOf(mode: Mode, output: string): Promise<CaseOutcome> {
  rmSync(output, { force: true })
  const blob = { hash: '', size: 0, name: '' }
  const { check } = await mode({ index: 1, subtask: 0, score: 0, input: blob, answer: blob })
  const outcome = await check()
  if (outcome.verdict === 'JUDGE_ERROR' && outcome.message?.startsWith(say('boxFailed')))
    throw new BoxFailed(outcome.message)
  return outcome
}

/** Checks the second output with the first one as answer; equal bytes are accepted without the checker. */
async function compared({ work, asked, first }: Match, files: CheckedFiles): Promise<Finding> {
  const given = { ...files, answer: first.output }
  if (await sameBytes(new Pieces(given.output), new Pieces(given.answer))) return accepted
  return checkWith(work, asked.checker, given)
}

/** Tries a seed; returns the reports that end the test (first solution and, if it ran, the second), or none. */
async function trySeed(match: Match, seed: number): Promise<MadeReport[]> {
  const { work, asked, input, first, second } = match
  const made: MadeReport = {
    index: 1,
    fault: null,
    message: null,
    input: null,
    answer: null,
    inputHead: null,
    verdict: null,
    timeMs: null,
    memoryKb: null,
  }
  try {
    const words = asked.words.map((word) => word.replaceAll('{seed}', String(seed)))
    await print(work, { generator: asked.generator, words }, input)
    const one = await first.run()
    const other = one.verdict === 'ACCEPTED' ? await second.run() : null
    if (other?.verdict === 'ACCEPTED') return []
    made.input = await kept(work, input)
    made.inputHead = head(input, INPUT_HEAD_BYTES)
    Object.assign(made, figuresOf(one))
    await leaveSeats(work)
    for (const validator of work.validators) await validate(work, validator, input, { subtask: 0 })
    if (!other) throw new Faulty(faultOf(one) ?? 'ANSWER_FAILED', wordsOf(one))
    if (existsSync(first.output)) made.answer = await kept(work, first.output)
    return [
      made,
      {
        ...made,
        index: 2,
        ...figuresOf(other),
        fault: faultOf(other) ?? 'SOLUTIONS_DIFFER',
        message: wordsOf(other) || null,
        answer: existsSync(second.output) ? await kept(work, second.output) : null,
      },
    ]
  } catch (error) {
    if (error instanceof Faulty) return [{ ...made, fault: error.fault, message: error.message || null }]
    throw error
  }
}

const figuresOf = ({ verdict, timeMs, memoryKb }: CaseOutcome) => ({ verdict, timeMs, memoryKb })
const faultOf = ({ verdict }: CaseOutcome) => (verdict === 'JUDGE_ERROR' ? 'CHECKER_FAILED' : null)
const wordsOf = ({ message, judgeMessage, errorHead }: CaseOutcome) =>
  [message, judgeMessage, errorHead?.trim()].filter(Boolean).join('\n')

/** Uploads a file to the site; throws Faulty when its bytes are used up. */
async function kept(work: Work, path: string) {
  const file = spend(work, await fileAt(path))
  await work.shop.keepBlob(path, file, work.desk.signal)
  return file
}
