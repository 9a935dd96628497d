import type { Verdict } from '#judge/protocol.ts'
import { BankFault, type BankOutcome } from '../bank.ts'
import { readPage } from '../readPage.ts'

const VERDICTS: Readonly<Record<string, Verdict>> = {
  AC: 'ACCEPTED',
  WA: 'WRONG_ANSWER',
  TLE: 'TIME_LIMIT_EXCEEDED',
  MLE: 'MEMORY_LIMIT_EXCEEDED',
  OLE: 'OUTPUT_LIMIT_EXCEEDED',
  RE: 'RUNTIME_ERROR',
  QLE: 'RUNTIME_ERROR',
  IE: 'RUNTIME_ERROR',
  CE: 'COMPILE_ERROR',
}

const amountOf = (text: string | undefined): number | null => {
  const [amount] = /\d+/.exec(text?.replaceAll(',', '') ?? '') ?? []
  return amount === undefined ? null : Number(amount)
}

/** What the page of a run says. A run that is being judged shows its progress as `3/20` or `3/20 WA`. */
export function readOutcome(html: string): BankOutcome {
  const $ = readPage(html)
  const cell = $('#judge-status').first()
  if (cell.length === 0) throw new BankFault('CHANGED', 'the status of the run is missing on the page')
  const said = cell.text().replace(/\s+/g, ' ').trim()
  if (/^\d+\s*\/\s*\d+/.test(said) || /^judging/i.test(said)) return { state: 'RUNNING' }
  const verdict = Object.hasOwn(VERDICTS, said) ? VERDICTS[said] : undefined
  if (!verdict) return { state: 'WAITING' }
  const rows = new Map(
    $('table')
      .first()
      .find('tr')
      .toArray()
      .map((row) => [$(row).find('th').first().text().trim(), $(row).find('td').first().text().trim()]),
  )
  // The same heading stands above warnings of code that did compile.
  const heading = $('h4')
    .filter((_, element) => /^(Compile Error|コンパイルエラー)$/i.test($(element).text().trim()))
    .first()
  return {
    state: 'DONE',
    verdict,
    timeMs: amountOf(rows.get('Exec Time') ?? rows.get('実行時間')),
    memoryKb: amountOf(rows.get('Memory') ?? rows.get('メモリ')),
    message: verdict === 'COMPILE_ERROR' ? heading.nextAll('pre').first().text().trim() || null : null,
    cases: [],
  }
}
