import { Prisma } from '#prisma/generated/client.ts'
import type { Scoring } from '#prisma/generated/enums.ts'
import type { Context, House } from '../../context.ts'
import { keep } from '../../core/cache.ts'

/** What orders a list: all three ascend (area-rules R1 to R3). */
export type PlaceKey = { place: bigint; createdAt: Date; userId: string }

/** Columns of each list in the order of its index. */
export const PLACE: Record<Scoring, Prisma.Sql> = { ACM: Prisma.sql`r."acm"`, OI: Prisma.sql`r."oi"` }

/** Order of each list; among equals the older account stands first. */
export const keyOf = (type: Scoring): Prisma.Sql => Prisma.sql`${PLACE[type]}, r."createdAt", r."userId"`

/** A row's key as SQL. */
export const literalKey = ({ place, createdAt, userId }: PlaceKey): Prisma.Sql =>
  Prisma.sql`(${place}::bigint, ${createdAt}::timestamptz, ${userId}::text)`

/** Distance of two rungs. */
const STEP = 500
/** Up to this number of accounts counting from the top is fast, and lists have no ladder. */
const FEW = 5_000
const COUNT_KEPT_SECONDS = 10
const LADDER_KEPT_SECONDS = 60

const listed = keep(COUNT_KEPT_SECONDS, ({ database }: House) =>
  database.prisma.userRank.count({ where: { listed: true } }),
)

/** Number of accounts in the lists. */
export async function countListed({ house, now }: Pick<Context, 'house' | 'now'>): Promise<number> {
  const count = await listed.get(house, now)
  return count > FEW ? count : listed.get(house, now, true)
}

/** Every 500th row of a list, the first included. It is as old as the last moves that were told. */
const ladderOf = (type: Scoring) =>
  keep(
    LADDER_KEPT_SECONDS,
    ({ database }: House) =>
      database.prisma.$queryRaw<PlaceKey[]>`
        select "place", "createdAt", "userId" from (
          select ${PLACE[type]} as "place", r."createdAt", r."userId", row_number() over (order by ${keyOf(type)}) as n
          from "UserRank" r where r."listed") placed
        where n % ${STEP}::int = 1 order by n`,
    { version: ({ events }) => events.version('ranks.moved') },
  )

const LADDERS: Record<Scoring, ReturnType<typeof ladderOf>> = { ACM: ladderOf('ACM'), OI: ladderOf('OI') }

/** A row to count from: `above` rows stand before it. Null key: the top. */
export type Rung = { key: PlaceKey | null; above: number }

export type Ladder = {
  /** The last rung that has at most `skip` rows above it. */
  at(skip: number): Rung
  /** The last rungs before a row: one, and all that differ from the row by their ids alone. */
  before(key: PlaceKey): readonly KeyedRung[]
}

export type KeyedRung = { key: PlaceKey; above: number }

const TOP: Rung = { key: null, above: 0 }
const NO_LADDER: Ladder = { at: () => TOP, before: () => [] }

/** Ladder of a list, so that pages far behind and numbers count at most some hundred rows. */
export async function findLadder(ctx: Pick<Context, 'house' | 'now'>, type: Scoring): Promise<Ladder> {
  if ((await countListed(ctx)) <= FEW) return NO_LADDER
  const keys = await LADDERS[type].get(ctx.house, ctx.now)
  const rung = (index: number): Rung => {
    const key = keys[index]
    return index > 0 && key ? { key, above: index * STEP } : TOP
  }
  return {
    at: (skip) => rung(Math.min(Math.floor(skip / STEP), keys.length - 1)),
    before: (key) => {
      let [low, high] = [0, keys.length - 1]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        const other = keys[middle]
        if (other && isBefore(other, key)) low = middle
        else high = middle - 1
      }
      const isTied = (other: PlaceKey) => !isBefore(other, key) && !isBefore(key, other)
      let end = low + 1
      for (let other = keys[end]; other && isTied(other); other = keys[end]) end++
      return keys.slice(low, end).map((key, at) => ({ key, above: (low + at) * STEP }))
    },
  }
}

/** Whether a key surely stands before another; the database alone compares ids. */
const isBefore = (one: PlaceKey, other: PlaceKey): boolean =>
  one.place === other.place ? one.createdAt < other.createdAt : one.place < other.place
