import type { Verdict } from '#judge/protocol.ts'
import { textOf } from '../../../core/html/tree.ts'
import { BankFault, type BankOutcome } from '../bank.ts'

/** Verdicts by the numbers of SPOJ. */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  11: 'COMPILE_ERROR',
  12: 'RUNTIME_ERROR',
  13: 'TIME_LIMIT_EXCEEDED',
  14: 'WRONG_ANSWER',
  15: 'ACCEPTED',
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Text of a field that holds text with or without HTML, or a number. */
const field = (row: Record<string, unknown>, name: string): string => textOf(String(row[name] ?? ''))

/** `5.3M`, `4096k`: KiB; null: `-`. */
function memoryOf(text: string): number | null {
  const [, number, unit = ''] = /([\d.]+)\s*([kMG]?)/i.exec(text) ?? []
  if (number === undefined || Number.isNaN(Number(number))) return null
  const factor = { g: 1024 * 1024, m: 1024 }[unit.toLowerCase()] ?? 1
  return Math.round(Number(number) * factor)
}

function timeOf(text: string): number | null {
  const seconds = /\d+(?:\.\d+)?/.exec(text)?.[0]
  return seconds === undefined ? null : Math.round(Number(seconds) * 1000)
}

/** What the list of states says of a run. Unknown numbers are WAITING. */
export function readOutcome(json: unknown, id: string): BankOutcome {
  if (!Array.isArray(json)) throw new BankFault('CHANGED', 'no list of states')
  const row = json.filter(isRow).find((one) => String(one.id) === id)
  if (!row) return { state: 'WAITING' }
  const words = field(row, 'status_description')
  if (field(row, 'final') !== '1') {
    if (/compil/i.test(words)) return { state: 'COMPILING' }
    return { state: /running|judging/i.test(words) ? 'RUNNING' : 'WAITING' }
  }
  const verdict = VERDICTS[field(row, 'status')]
  if (!verdict) return { state: 'WAITING' }
  return {
    state: 'DONE',
    verdict,
    timeMs: timeOf(field(row, 'time')),
    memoryKb: memoryOf(field(row, 'mem')),
    message: null,
    cases: [],
  }
}
