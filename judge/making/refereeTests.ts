/** Tests of validators and checker: whether they accept or reject what they must. */

import { writeFileSync } from 'node:fs'
import { say } from '../messages.ts'
import { head } from '../store/scratch.ts'
import type { MadeReport, RefereeTestTask } from './makingProtocol.ts'
import { BoxFailed, checkWith, Faulty, INPUT_HEAD_BYTES, validate, type Work } from './makingWork.ts'

/** Runs one test of validators or checker; the report has a fault when the result is not as expected. */
export async function tryReferee(work: Work, test: RefereeTestTask): Promise<MadeReport> {
  const { index, accepts, checked } = test
  const file = (name: string, content: string) => {
    const path = work.scratch.file(`test-${name}`)
    writeFileSync(path, Buffer.from(content, 'base64'))
    return path
  }
  const input = file('input', test.input)
  const made: MadeReport = {
    index,
    fault: null,
    message: null,
    input: null,
    answer: null,
    inputHead: head(input, INPUT_HEAD_BYTES),
    verdict: null,
    timeMs: null,
    memoryKb: null,
  }
  try {
    const words = checked
      ? await refusedByChecker(work, {
          input,
          output: file('output', checked.output),
          answer: file('answer', checked.answer),
        })
      : await refusedByValidators(work, input)
    if (words === null) return accepts ? made : { ...made, fault: 'ACCEPTED_WRONGLY' }
    return accepts
      ? { ...made, fault: 'REFUSED_WRONGLY', message: words || null }
      : { ...made, message: words || null }
  } catch (error) {
    if (error instanceof Faulty) return { ...made, fault: error.fault, message: error.message || null }
    throw error
  }
}

/** Message of the first validator that rejects an input; null when all accept it. */
async function refusedByValidators(work: Work, input: string): Promise<string | null> {
  for (const validator of work.validators) {
    try {
      await validate(work, validator, input, { subtask: 0 })
    } catch (error) {
      if (error instanceof Faulty && error.fault === 'INPUT_REFUSED') return error.message
      throw error
    }
  }
  return null
}

/** Message of the checker when it rejects an output or accepts it partially; null when it accepts it. */
async function refusedByChecker(
  work: Work,
  files: { input: string; output: string; answer: string },
): Promise<string | null> {
  const { tests } = work.task
  if (!tests) return null
  const { verdict, message, judgeMessage } = await checkWith(work, tests.checker, { ...files, points: null })
  if (verdict === 'ACCEPTED') return null
  if (message?.startsWith(say('boxFailed'))) throw new BoxFailed(message)
  const words = [message, judgeMessage].filter(Boolean).join('\n')
  if (verdict === 'JUDGE_ERROR') throw new Faulty('CHECKER_FAILED', words)
  return words
}
