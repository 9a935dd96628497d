import { DEFAULT_PAGE, MAX_PAGE } from './builder.ts'
import { Refusal } from './core/errors.ts'

type Wanted = {
  first?: number | null | undefined
  last?: number | null | undefined
  after?: string | null | undefined
  before?: string | null | undefined
  offset?: number | null | undefined
}

/** Window of a list: rows to skip, and the most to return. */
export type Window = { skip: number; take: number }

type Found<Row> = { total: number; rows: readonly Row[] }

/** Largest offset: the limit of PostgreSQL's integers. */
const FAR = 2 ** 31 - 1

const PREFIX = 'Offset:'

const cursorOf = (place: number): string => Buffer.from(`${PREFIX}${place}`).toString('base64')

/** Parses a cursor to its offset (from 0); refuses other text with INVALID_INPUT. */
function placeOf(field: 'after' | 'before', cursor: string): number {
  const text = Buffer.from(cursor, 'base64').toString()
  if (!text.startsWith(PREFIX) || !/^\d{1,9}$/.test(text.slice(PREFIX.length)))
    throw new Refusal('INVALID_INPUT', { field })
  return Number(text.slice(PREFIX.length))
}

/** A size or an offset, at least 0; refuses a negative one with INVALID_INPUT. */
function sizeOf(field: 'first' | 'last', size: number): number {
  if (size < 0) throw new Refusal('INVALID_INPUT', { field })
  return size
}

/**
 * Relay connection of a list without cursors of its own: cursors are offsets. `read` returns the rows of a
 * window and the
 * total; its other results stay on the connection.
 */
export async function pageByOffset<Row, More extends object>(
  { first, last, after, before, offset }: Wanted,
  read: (window: Window) => Promise<Found<Row> & More> | (Found<Row> & More),
) {
  let start = (after ? placeOf('after', after) + 1 : 0) + Math.max(offset ?? 0, 0)
  let end = before ? placeOf('before', before) : Number.POSITIVE_INFINITY
  if (first !== null && first !== undefined) end = Math.min(end, start + sizeOf('first', first))
  if (last !== null && last !== undefined) {
    end = Math.min(end, (await read({ skip: 0, take: 0 })).total)
    start = Math.max(start, end - Math.min(sizeOf('last', last), MAX_PAGE))
  }
  start = Math.min(start, FAR)
  const size = first ?? last ?? DEFAULT_PAGE
  const take = Math.max(0, Math.min(end - start, size, MAX_PAGE))
  const found = await read({ skip: start, take })
  const edges = found.rows.map((node, index) => ({ cursor: cursorOf(start + index), node }))
  return {
    ...found,
    edges,
    totalCount: found.total,
    pageInfo: {
      hasPreviousPage: start > 0,
      hasNextPage: start + edges.length < found.total,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** Connection of a list in memory. */
export const pageOf = <Row>(wanted: Wanted, rows: readonly Row[]) =>
  pageByOffset<Row, object>(wanted, ({ skip, take }) => ({
    total: rows.length,
    rows: rows.slice(skip, skip + take),
  }))
