import type { Verdict } from '#judge/protocol.ts'
import type { BankOutcome } from './bank.ts'

/** Verdicts by the words of HDU and POJ, in small letters. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  accepted: 'ACCEPTED',
  'wrong answer': 'WRONG_ANSWER',
  'presentation error': 'PRESENTATION_ERROR',
  'compilation error': 'COMPILE_ERROR',
  'compile error': 'COMPILE_ERROR',
  'runtime error': 'RUNTIME_ERROR',
  'time limit exceeded': 'TIME_LIMIT_EXCEEDED',
  'memory limit exceeded': 'MEMORY_LIMIT_EXCEEDED',
  'output limit exceeded': 'OUTPUT_LIMIT_EXCEEDED',
  'system error': 'JUDGE_ERROR',
}

const STATES: Readonly<Record<string, 'COMPILING' | 'RUNNING'>> = {
  compiling: 'COMPILING',
  running: 'RUNNING',
  'running & judging': 'RUNNING',
}

/** `12MS`, `0 ms`: the number; null: there is none, as in `N/A`. */
export const numberIn = (text: string): number | null => {
  const digits = /\d{1,12}/.exec(text)?.[0]
  return digits === undefined ? null : Number(digits)
}

/**
 * What a row with these words says of a run; `Runtime Error (ACCESS_VIOLATION)` counts by its beginning. Words of
 * neither table are WAITING.
 */
export function outcomeOf(words: string, time: string, memory: string): BankOutcome {
  const said = words
    .replace(/\(.*$/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^runtime error.*$/, 'runtime error')
  const verdict = VERDICTS[said]
  if (!verdict) return { state: STATES[said] ?? 'WAITING' }
  return {
    state: 'DONE',
    verdict,
    timeMs: numberIn(time),
    memoryKb: numberIn(memory),
    message: null,
    cases: [],
  }
}

/** Language of a statement: Chinese where a tenth of its letters are. */
export function localeOf(text: string): 'zh-CN' | 'en-US' {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return chinese * 10 > letters ? 'zh-CN' : 'en-US'
}

/** Words of banks for an account that may not be used. */
export const LOCKED =
  /\b(?:locked|banned|blocked|suspended|disabled|frozen|deactivated|prohibited)\b|封禁|禁用|冻结|锁定/i

/** Words of banks for code that comes too soon after the last. */
export const TOO_FAST =
  /re-?submit (?:in|within)|submit again within|too (?:fast|often|frequent)|try again (?:later|in)|wait (?:for )?(?:a few|\d+) sec/i
