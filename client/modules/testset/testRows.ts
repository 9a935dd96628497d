/** Cases of a problem while they are edited. Pure. */

export type Note = 'LINE_ENDS' | 'BYTE_ORDER_MARK' | 'UTF16' | 'NOT_UTF8' | 'EMPTY'

/** Where a side's content comes from: the edited version, an upload or the keyboard. */
export type Source =
  | { from: 'kept' }
  | { from: 'upload'; upload: string; name: string }
  | { from: 'text'; text: string }

export type Side = { name: string; bytes: number; notes: readonly Note[]; source: Source; head?: string }

export type Row = {
  id: number
  /** Index of the case in the edited version; null for a new one. */
  kept: number | null
  input: Side
  /** Null without an answer: missing in a new case, not needed in a stored one. */
  answer: Side | null
  subtask: number | null
  score: number | null
}

export type Mode = 'ALL' | 'UNTIL_FAILURE' | 'SUBTASK_LOWEST' | 'SUBTASK_AVERAGE'
export type Scoring = 'ACM' | 'OI'

export const MODES: Record<Scoring, readonly Mode[]> = {
  ACM: ['ALL', 'UNTIL_FAILURE'],
  OI: ['ALL', 'SUBTASK_LOWEST', 'SUBTASK_AVERAGE'],
}

export const MOST_CASES = 1000
const MOST_SCORE = 10_000

export const isGrouped = (mode: Mode) => mode === 'SUBTASK_LOWEST' || mode === 'SUBTASK_AVERAGE'

type KeptFile = { name: string; bytes: number }
type KeptCase = {
  index: number
  subtask: number
  score: number
  input: KeptFile
  answer?: KeptFile | null
}

const keptSide = ({ name, bytes }: KeptFile): Side => ({ name, bytes, notes: [], source: { from: 'kept' } })

/** Rows of a stored version. */
export const rowsOf = (cases: readonly KeptCase[]): Row[] =>
  cases.map(({ index, subtask, score, input, answer }) => ({
    id: index,
    kept: index,
    input: keptSide(input),
    answer: answer ? keptSide(answer) : null,
    subtask,
    score,
  }))

type PairFile = { name: string; bytes: number; notes: readonly Note[]; head?: { text: string } | null }
export type Pair = { input: PairFile; answer?: PairFile | null }

const sideOf = (upload: string, { name, bytes, notes, head }: PairFile): Side => ({
  name,
  bytes,
  notes,
  source: { from: 'upload', upload, name },
  ...(head && { head: head.text }),
})

const baseOf = (name: string) => name.replaceAll('/', '-')

/**
 * Adds the pairs of an upload: a pair replaces the row with the same input name, otherwise it is appended.
 * Rows keep group and score.
 */
export function withPairs(rows: readonly Row[], upload: string, pairs: readonly Pair[], mode: Mode): Row[] {
  const next = [...rows]
  let id = Math.max(0, ...rows.map((row) => row.id))
  for (const pair of pairs) {
    const input = sideOf(upload, pair.input)
    const answer = pair.answer ? sideOf(upload, pair.answer) : null
    const at = next.findIndex((row) => row.input.name === baseOf(input.name) || row.input.name === input.name)
    const before = next[at]
    if (before) next[at] = { ...before, input, answer: answer ?? before.answer }
    else next.push({ id: ++id, kept: null, input, answer, subtask: isGrouped(mode) ? 1 : 0, score: 0 })
  }
  return next
}

/** A typed case as a row. */
export function typedRow(rows: readonly Row[], input: string, answer: string, mode: Mode): Row {
  const id = Math.max(0, ...rows.map((row) => row.id)) + 1
  const of = (text: string, kind: string): Side => ({
    ...typedSide(text),
    name: `${rows.length + 1}.${kind}`,
  })
  return {
    id,
    kept: null,
    input: of(input, 'in'),
    answer: of(answer, 'out'),
    subtask: isGrouped(mode) ? 1 : 0,
    score: 0,
  }
}

export const typedSide = (text: string): Omit<Side, 'name'> => ({
  bytes: new TextEncoder().encode(text).length,
  notes: [],
  source: { from: 'text', text },
  head: text,
})

/**
 * Splits `total` points among the rows in whole numbers, the remainder to the last ones. In a grouped mode
 * each group gets a share, and every case of it has that score.
 */
export function splitEvenly(rows: readonly Row[], mode: Mode, total = 100): Row[] {
  const keys = isGrouped(mode)
    ? [...new Set(rows.map(({ subtask }) => subtask))].sort((a, b) => (a ?? 0) - (b ?? 0))
    : rows.map(({ id }) => id)
  const least = Math.floor(total / Math.max(1, keys.length))
  const richer = keys.length - (total - least * keys.length)
  const scores = new Map(keys.map((key, at) => [key, at < richer ? least : least + 1]))
  return rows.map((row) => ({ ...row, score: scores.get(isGrouped(mode) ? row.subtask : row.id) ?? 0 }))
}

export type Fault = 'score' | 'subtask'

/** Errors that prevent saving, by row id. */
export function faultsOf(rows: readonly Row[], scoring: Scoring, mode: Mode): Map<number, Fault[]> {
  const isWhole = (value: number | null, least: number, most: number) =>
    value !== null && Number.isInteger(value) && value >= least && value <= most
  return new Map(
    rows.flatMap((row) => {
      const faults: Fault[] = []
      if (scoring === 'OI' && !isWhole(row.score, 0, MOST_SCORE)) faults.push('score')
      if (isGrouped(mode) && !isWhole(row.subtask, 1, MOST_CASES)) faults.push('subtask')
      return faults.length > 0 ? [[row.id, faults] as const] : []
    }),
  )
}

/** New cases without an answer. */
export const unanswered = (rows: readonly Row[]): Row[] =>
  rows.filter(({ kept, answer }) => kept === null && answer === null)

/** Full score of the rows. */
export function totalOf(rows: readonly Row[], mode: Mode): number {
  if (!isGrouped(mode)) return rows.reduce((sum, { score }) => sum + (score ?? 0), 0)
  const groups = new Map<number | null, number[]>()
  for (const { subtask, score } of rows) groups.set(subtask, [...(groups.get(subtask) ?? []), score ?? 0])
  return [...groups.values()].reduce((sum, scores) => {
    if (mode === 'SUBTASK_LOWEST') return sum + Math.min(...scores)
    return sum + Math.round(scores.reduce((all, one) => all + one, 0) / scores.length)
  }, 0)
}

const sourceInput = (side: Side | null) => {
  if (!side || side.source.from === 'kept') return null
  if (side.source.from === 'text') return { text: side.source.text }
  return { upload: side.source.upload, name: side.source.name }
}

/** Rows as input of the mutation. */
export const casesInput = (rows: readonly Row[], mode: Mode) =>
  rows.map(({ kept, input, answer, subtask, score }) => ({
    kept,
    input: sourceInput(input),
    answer: sourceInput(answer),
    subtask: isGrouped(mode) ? subtask : 0,
    score: score ?? 0,
  }))

export const sameRows = (a: readonly Row[], b: readonly Row[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** First bytes in one line, for a table. */
export const inOneLine = (head: string): string => head.slice(0, 60).replaceAll('\n', '⏎')
