import type { Verdict } from '#judge/protocol.ts'
import { BankFault, type BankOutcome } from '../bank.ts'
import { fieldsOf, numberIn, textIn } from './problem.ts'

const VERDICTS: Readonly<Record<string, Verdict>> = {
  Accepted: 'ACCEPTED',
  PartiallyCorrect: 'PARTIALLY_ACCEPTED',
  WrongAnswer: 'WRONG_ANSWER',
  InvalidInteraction: 'WRONG_ANSWER',
  CompilationError: 'COMPILE_ERROR',
  RuntimeError: 'RUNTIME_ERROR',
  FileError: 'RUNTIME_ERROR',
  JudgementFailed: 'RUNTIME_ERROR',
  ConfigurationError: 'RUNTIME_ERROR',
  TimeLimitExceeded: 'TIME_LIMIT_EXCEEDED',
  MemoryLimitExceeded: 'MEMORY_LIMIT_EXCEEDED',
  OutputLimitExceeded: 'OUTPUT_LIMIT_EXCEEDED',
  SystemError: 'JUDGE_ERROR',
  Canceled: 'CANCELLED',
}

/** A text that the API may have cut. */
function cutText(value: unknown): string | null {
  const text = typeof value === 'string' ? value : textIn(fieldsOf(value), 'data')
  const omitted = numberIn(fieldsOf(value), 'omittedLength') ?? 0
  if (text === '') return null
  return omitted > 0 ? `${text}\n… (${omitted} more)` : text
}

/** The answer of `getSubmissionDetail`. Throws SIGNED_OUT when the run is not shown, and CHANGED. */
export function readOutcome(answer: unknown): BankOutcome {
  const fields = fieldsOf(answer)
  const error = textIn(fields, 'error')
  if (error === 'PERMISSION_DENIED') throw new BankFault('SIGNED_OUT')
  if (error !== '') throw new BankFault('CHANGED', error)
  const meta = fieldsOf(fields.meta)
  const status = textIn(meta, 'status')
  if (status === '') throw new BankFault('CHANGED', 'the status of the run is missing in the answer')
  const progress = fieldsOf(fields.progress)
  const verdict = Object.hasOwn(VERDICTS, status) ? VERDICTS[status] : undefined
  if (!verdict) {
    const step = textIn(progress, 'progressType')
    return { state: step === 'Compiling' ? 'COMPILING' : step === 'Running' ? 'RUNNING' : 'WAITING' }
  }
  return {
    state: 'DONE',
    verdict,
    timeMs: numberIn(meta, 'timeUsed'),
    memoryKb: numberIn(meta, 'memoryUsed'),
    message: verdict === 'COMPILE_ERROR' ? cutText(fieldsOf(progress.compile).message) : null,
    cases: [],
  }
}
