import { type BankCase, BankFault, type BankOutcome } from '../bank.ts'
import { stateOf, verdictOf } from './verdicts.ts'

/** Fields of `/data/submitSource`; all values are texts, those of tests are named `verdict#1`. */
export type RunFields = ReadonlyMap<string, string>

/** Throws CHANGED when the answer is not an object. */
export function fieldsOf(answer: unknown): RunFields {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    throw new BankFault('CHANGED', 'the data of a run is no object')
  return new Map(
    Object.entries(answer).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[name, String(value)]]
        : [],
    ),
  )
}

const lines = (text: string | undefined) => text?.replaceAll('\r\n', '\n') ?? null

const numberOf = (text: string | undefined) => {
  const number = Number(text ?? '')
  return Number.isFinite(number) && number > 0 ? Math.round(number) : 0
}

const MOST_CASES = 1_000

/** Tests with a verdict, in order. Codeforces cuts long inputs and outputs itself. */
export function casesOf(fields: RunFields): BankCase[] {
  const count = Math.min(numberOf(fields.get('testCount')), MOST_CASES)
  const cases: BankCase[] = []
  for (let index = 1; index <= count; index++) {
    const field = (name: string) => fields.get(`${name}#${index}`)
    const verdict = verdictOf(field('verdict') ?? '')
    if (!verdict) continue
    cases.push({
      index,
      verdict,
      timeMs: numberOf(field('timeConsumed')),
      memoryKb: Math.floor(numberOf(field('memoryConsumed')) / 1024),
      input: lines(field('input')),
      output: lines(field('output')),
      answer: lines(field('answer')),
      comment: lines(field('checkerStdoutAndStderr'))?.trim() ?? null,
    })
  }
  return cases
}

/** Whether the run did not compile, and what the compiler said where the data has it. */
export function compileErrorOf(fields: RunFields): { message: string | null } | null {
  const flag = fields.get('compilationError') ?? 'false'
  const isError = !/^(false|0|)$/i.test(flag) || verdictOf(fields.get('verdict') ?? '') === 'COMPILE_ERROR'
  if (!isError) return null
  const text = /^(true|false|1|0|)$/i.test(flag) ? fields.get('checkerStdoutAndStderr#1') : flag
  return { message: lines(text)?.trim() || null }
}

export function readOutcome(fields: RunFields): BankOutcome {
  const phrase = fields.get('verdict') ?? ''
  const compileError = compileErrorOf(fields)
  if (compileError)
    return { state: 'DONE', verdict: 'COMPILE_ERROR', timeMs: 0, memoryKb: 0, ...compileError, cases: [] }
  if (fields.get('waiting') === 'true') return { state: stateOf(phrase) }
  const cases = casesOf(fields)
  const last = cases.at(-1)
  // The page's words come first: a run that passed its tests may have been hacked or skipped since.
  const isComplete = phrase === '' && last?.index === numberOf(fields.get('testCount'))
  const verdict = verdictOf(phrase) ?? (isComplete ? last?.verdict : undefined)
  if (!verdict) return { state: stateOf(phrase) }
  return {
    state: 'DONE',
    verdict,
    timeMs: cases.length > 0 ? Math.max(...cases.map(({ timeMs }) => timeMs)) : null,
    memoryKb: cases.length > 0 ? Math.max(...cases.map(({ memoryKb }) => memoryKb)) : null,
    message: null,
    cases,
  }
}
