/**
 * Makes and checks the cases of a problem:
 *
 *   compile   generators, validators and the solution; all errors are reported together
 *      │
 *   per case  generate ─▶ validate ─▶ answer; the site stores input and answer
 *      │
 *   per test  of validators and checker: whether they accept or reject it as they must
 *
 * After a failed case the next one begins, so that the author sees the faults of all cases. A failed box ends the
 * making as JUDGE_ERROR; errors of this host are thrown.
 */

import { existsSync, writeFileSync } from 'node:fs'
import { accepted } from '../checkers/finding.ts'
import type { Program } from '../compile.ts'
import { say } from '../messages.ts'
import { batchMode } from '../modes/batch.ts'
import type { Mode } from '../modes/mode.ts'
import { head } from '../store/scratch.ts'
import {
  MAKING_BOUNDS,
  type MadeReport,
  type MakingCase,
  type MakingReport,
  type MakingTask,
} from './makingProtocol.ts'
import {
  BoxFailed,
  Faulty,
  fileAt,
  INPUT_HEAD_BYTES,
  type MakingDesk,
  type MakingWorkshop,
  print,
  spend,
  validate,
  type Work,
  withWork,
} from './makingWork.ts'
import { tryReferee } from './refereeTests.ts'

/** Runs the solution on `input`; then `output` is the path of its output, null before. */
type Answering = { mode: Mode; input: string; output: string | null }

/** Makes and checks all cases of a task; rejects when this host cannot, or when it is cancelled. */
export function makeCases(task: MakingTask, shop: MakingWorkshop, desk: MakingDesk): Promise<MakingReport> {
  return withWork(task, shop, desk, async (work) => {
    const given = task.cases.flatMap(({ index, subtask, source }) =>
      'input' in source ? [{ index, subtask, score: 0, input: source.input, answer: null }] : [],
    )
    const testset = shop.testsets.hold(given, desk.signal)
    try {
      const answering = work.solution && answersBy(work, work.solution)
      for (const one of task.cases) {
        const found = given.find(({ index }) => index === one.index)
        const inputOf = async () => (found ? testset.input(found) : null)
        desk.report({ kind: 'made', made: await makeCase(work, one, { inputOf, answering }) })
      }
      for (const test of task.tests?.list ?? [])
        desk.report({ kind: 'made', made: await tryReferee(work, test) })
      return { verdict: 'ACCEPTED', message: null, refused: [] }
    } finally {
      testset.release()
    }
  })
}

/** Runs the solution like a judgement with one case and a checker that accepts every output. */
function answersBy({ task, scratch, shop, place }: Work, program: Program): Answering {
  const empty = scratch.file('no-answer')
  writeFileSync(empty, '')
  const testset = {
    input: async () => answering.input,
    answer: async () => empty,
    shortAnswer: async () => null,
  }
  const stage = { task, program, scratch, sandbox: shop.sandbox, testset, place }
  const answering: Answering = {
    input: '',
    output: null,
    mode: batchMode(stage, async ({ output }) => {
      answering.output = output
      return accepted
    }),
  }
  return answering
}

/** Makes, validates and answers one case, and uploads its files. */
async function makeCase(
  work: Work,
  one: MakingCase,
  { inputOf, answering }: { inputOf: () => Promise<string | null>; answering: Answering | null },
): Promise<MadeReport> {
  const { shop, desk } = work
  const made: MadeReport = {
    index: one.index,
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
    if (Date.now() > work.deadline) throw new Faulty('OVER_BUDGET', '')
    let path = await inputOf()
    if (path && 'input' in one.source) {
      const { hash, size } = one.source.input
      made.input = { hash, size }
    } else {
      path = await generate(work, one)
      made.input = spend(work, await fileAt(path))
      await shop.keepBlob(path, made.input, desk.signal)
    }
    made.inputHead = head(path, INPUT_HEAD_BYTES)
    for (const validator of work.validators) await validate(work, validator, path, one)
    if (one.answer) made.answer = { hash: one.answer.hash, size: one.answer.size }
    else if (answering) Object.assign(made, await answerCase(work, answering, one.index, path))
    return made
  } catch (error) {
    if (error instanceof Faulty)
      return { ...made, ...error.more, fault: error.fault, message: error.message || null }
    throw error
  }
}

/** Generates an input twice and returns its path; throws Faulty when the same arguments give two inputs. */
async function generate(work: Work, { source }: MakingCase): Promise<string> {
  if (!('generator' in source)) throw new Error('a case without an input and without a generator')
  const path = work.scratch.file('input')
  const first = await print(work, source, path)
  const again = await print(work, source, work.scratch.file('again'))
  if (first.hash !== again.hash) throw new Faulty('GENERATOR_VARIES', '')
  return path
}

async function answerCase(
  work: Work,
  answering: Answering,
  index: number,
  input: string,
): Promise<Partial<MadeReport>> {
  const { shop, desk } = work
  answering.input = input
  answering.output = null
  const blob = { hash: '', size: 0, name: '' }
  const { check } = await answering.mode({ index, subtask: 0, score: 0, input: blob, answer: blob })
  const { verdict, timeMs, memoryKb, message, errorHead } = await check()
  const figures = { verdict, timeMs, memoryKb }
  if (verdict === 'JUDGE_ERROR') throw new BoxFailed(message ?? say('boxFailed'))
  if (verdict !== 'ACCEPTED' || answering.output === null) {
    throw new Faulty('ANSWER_FAILED', [message, errorHead?.trim()].filter(Boolean).join('\n'), figures)
  }
  // There is no file when the program wrote nothing.
  if (!existsSync(answering.output)) writeFileSync(answering.output, '')
  const answer = spend(work, await fileAt(answering.output))
  if (answer.size > 4 * MAKING_BOUNDS.inputBytes)
    throw new Faulty('ANSWER_FAILED', say('limitOutput'), { ...figures, verdict: 'OUTPUT_LIMIT_EXCEEDED' })
  await shop.keepBlob(answering.output, answer, desk.signal)
  return { ...figures, answer }
}
