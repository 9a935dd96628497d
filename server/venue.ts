import { type Context, readerOf } from './context.ts'
import type { Db } from './core/db.ts'
import { Refusal, type RefusalCode, unlessRefused } from './core/errors.ts'
import { together } from './core/pacing/together.ts'
import { isRowNumber } from './core/rowNumber.ts'
import type { AnyEvent } from './events.ts'
import type { Reader } from './policy/reader.ts'
import type { Purpose } from './policy/venue.ts'
import { onceIn } from './requestCache.ts'

type Row = { id: number }
/** Refusal codes by purpose. */
type Codes<Bars> = { [For in keyof Bars]: RefusalCode }

/** Kind of venue, such as contests. Passed as a value, because this layer imports no module. */
export type VenueKind<Venue extends Row, Bars extends Codes<Bars>> = {
  name: string
  /** Rows with these ids, in any order, without authorization. */
  load(db: Db, ids: readonly number[]): Promise<Venue[]>
  /** Whether the row exists for the reader. */
  isKnown(reader: Reader, row: Venue, purpose: keyof Bars): boolean
  /** Refusal to enter a known row; null: allowed. */
  bar<For extends keyof Bars>(ctx: Context, row: Venue, purpose: For): Promise<Bars[For] | null>
  /** Access key: a stream of the venue ends when it changes. */
  rights(reader: Reader, row: Venue): string
  /** Whether an event may have changed `rights`. */
  isDoubtedBy(event: AnyEvent, row: Venue): boolean
}

/** The row without authorization; null: none. Concurrent calls are batched. */
export const rowOf = <Venue extends Row>(
  ctx: Context,
  { name, load }: Pick<VenueKind<Venue, object>, 'name' | 'load'>,
  id: number,
): Promise<Venue | null> =>
  together(ctx.db, `venue ${name}`, id, async (ids) => {
    const byId = new Map((await load(ctx.db, ids)).map((row) => [row.id, row]))
    return ids.map((asked) => byId.get(asked) ?? null)
  })

/** The row, if it exists for the viewer; refuses others with NOT_FOUND. Never cached. */
export async function find<Venue extends Row, Bars extends Codes<Bars>>(
  ctx: Context,
  kind: VenueKind<Venue, Bars>,
  id: number,
  purpose: keyof Bars,
): Promise<Venue> {
  const row = isRowNumber(id) ? await rowOf(ctx, kind, id) : null
  if (!row || !kind.isKnown(readerOf(ctx), row, purpose)) throw new Refusal('NOT_FOUND')
  return row
}

/** The row, if the viewer may enter it for a purpose; refuses others. Cached in the request. */
export const enter = <Venue extends Row, Bars extends Codes<Bars>>(
  ctx: Context,
  kind: VenueKind<Venue, Bars>,
  id: number,
  purpose: keyof Bars & Purpose,
): Promise<Venue> =>
  onceIn(ctx, `enter ${kind.name} ${id} ${purpose}`, async () => {
    const row = await find(ctx, kind, id, purpose)
    const bar = await kind.bar(ctx, row, purpose)
    if (bar) throw new Refusal(bar)
    return row
  })

/** Whether the viewer may enter a venue for a purpose. */
export async function mayEnter<Venue extends Row, Bars extends Codes<Bars>>(
  ctx: Context,
  kind: VenueKind<Venue, Bars>,
  id: number,
  purpose: keyof Bars & Purpose,
): Promise<boolean> {
  return (await unlessRefused(enter(ctx, kind, id, purpose))) !== null
}

/** Current access key of a row; null: the row is deleted. */
export async function rightsNow<Venue extends Row, Bars extends Codes<Bars>>(
  ctx: Context,
  kind: VenueKind<Venue, Bars>,
  id: number,
): Promise<string | null> {
  const row = await rowOf(ctx, kind, id)
  return row && kind.rights(readerOf(ctx), row)
}
