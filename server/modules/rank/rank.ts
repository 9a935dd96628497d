import { Prisma, type UserRank } from '#prisma/generated/client.ts'
import type { Scoring } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { literally } from '../../core/literally.ts'
import { usernameKeyOf } from '../user/username.ts'
import { countListed, findLadder, keyOf, literalKey, PLACE, type PlaceKey } from './ladder.ts'

export type RankRow = Pick<UserRank, 'userId' | 'solved' | 'submitted' | 'score'> & {
  /** Position in the whole list, from 1. */
  number: number
}

export type RankPage = { rows: RankRow[]; total: number }

/** A list of the site's ranks. `keyword`: part of user name or nickname, in any case. */
export type RankListing = { type: Scoring; keyword: string; skip: number; take: number }

const MAX_KEYWORD = 100

export const keywordOf = ({ keyword }: Pick<RankListing, 'keyword'>): string =>
  keyword.trim().slice(0, MAX_KEYWORD)

/** Users `u` whose user name or nickname contains a keyword (area-rules R4). */
export function namedSql(keyword: string): Prisma.Sql {
  const containing = (part: string) => `%${literally(part)}%`
  return Prisma.sql`(
    u."usernameKey" like ${containing(usernameKeyOf(keyword))} or u."nickname" ilike ${containing(keyword)})`
}

/** A page of a rank list; a keyword keeps the numbers of the whole list. */
export async function rankPage(ctx: Context, listing: RankListing): Promise<RankPage> {
  const keyword = keywordOf(listing)
  return keyword ? foundPage(ctx, listing, keyword) : wholePage(ctx, listing)
}

/** Columns of a row `r`. */
export const FIGURES = Prisma.sql`r."userId", r."solved", r."submitted", r."score"`

async function wholePage(ctx: Context, { type, skip, take }: RankListing): Promise<RankPage> {
  const [total, ladder] = await Promise.all([countListed(ctx), findLadder(ctx, type)])
  const { key, above } = ladder.at(skip)
  const from = key ? Prisma.sql`and (${keyOf(type)}) >= ${literalKey(key)}` : Prisma.empty
  // The places come from the index alone, so that no rows before the page are read.
  const rows = await ctx.db.$queryRaw<Omit<RankRow, 'number'>[]>`
    select ${FIGURES} from "UserRank" r
    where r."userId" = any (array(
      select r."userId" from "UserRank" r where r."listed" ${from} order by ${keyOf(type)}
      limit ${take}::int offset ${skip - above}::int))
    order by ${keyOf(type)}`
  return { rows: rows.map((row, at) => ({ ...row, number: skip + at + 1 })), total }
}

/** Up to this number of accounts found are sorted; of more, the list is walked until a page is full. */
const FEW_FOUND = 2_000

async function foundPage(ctx: Context, listing: RankListing, keyword: string): Promise<RankPage> {
  const { type, skip, take } = listing
  const named = namedSql(keyword)
  const ids = await ctx.db.$queryRaw<{ id: string }[]>`
    select u."id" from "User" u where ${named} limit ${FEW_FOUND + 1}::int`
  const isFew = ids.length <= FEW_FOUND
  const found = isFew
    ? Prisma.sql`"UserRank" r where r."listed" and r."userId" = any (${ids.map(({ id }) => id)})`
    : Prisma.sql`"UserRank" r join "User" u on u."id" = r."userId" where r."listed" and ${named}`
  const [rows, [count]] = await Promise.all([
    ctx.db.$queryRaw<KeyedRow[]>`
      select ${FIGURES}, ${PLACE[type]} as "place", r."createdAt" from ${found}
      order by ${keyOf(type)} limit ${take}::int offset ${skip}::int`,
    ctx.db.$queryRaw<{ count: number }[]>`select count(*)::int as "count" from ${found}`,
  ])
  return { rows: await numbered(ctx, type, rows), total: count?.count ?? 0 }
}

/** A row with its key. */
export type KeyedRow = Omit<RankRow, 'number'> & PlaceKey

/** Not above any key. */
const LOWEST: PlaceKey = { place: -(2n ** 63n), createdAt: new Date(0), userId: '' }

/** Rows with their numbers in the whole list. */
async function numbered(ctx: Context, type: Scoring, rows: readonly KeyedRow[]): Promise<RankRow[]> {
  if (rows.length === 0) return []
  const ladder = await findLadder(ctx, type)
  const rungs = [
    ...new Map(rows.flatMap((row) => ladder.before(row)).map((rung) => [rung.above, rung])).values(),
  ]
  // One statement for all rows; the database alone compares ids.
  const found = await ctx.db.$queryRaw<{ userId: string; number: number }[]>`
    select k."userId", coalesce(l."above", 0) + 1 + (
      select count(*)::int from "UserRank" r
      where r."listed" and (${keyOf(type)}) < (k."place", k."createdAt", k."userId")
        and (${keyOf(type)}) >= (coalesce(l."place", ${LOWEST.place}::bigint),
          coalesce(l."createdAt", ${LOWEST.createdAt}::timestamptz), coalesce(l."userId", ${LOWEST.userId}))) as "number"
    from unnest(${rows.map(({ userId }) => userId)}::text[], ${rows.map(({ place }) => place)}::bigint[],
      ${rows.map(({ createdAt }) => createdAt)}::timestamptz[]) as k("userId", "place", "createdAt")
    left join lateral (
      select * from unnest(${rungs.map(({ above }) => above)}::int[], ${rungs.map(({ key }) => key.place)}::bigint[],
        ${rungs.map(({ key }) => key.createdAt)}::timestamptz[], ${rungs.map(({ key }) => key.userId)}::text[])
        as rung("above", "place", "createdAt", "userId")
      where (rung."place", rung."createdAt", rung."userId") <= (k."place", k."createdAt", k."userId")
      order by rung."above" desc limit 1) l on true`
  const numbers = new Map(found.map(({ userId, number }) => [userId, number]))
  return rows.map(({ userId, solved, submitted, score }) => {
    return { userId, solved, submitted, score, number: numbers.get(userId) ?? 0 }
  })
}

/** The viewer's row of a list; null for guests and accounts that no list shows. */
export const viewerRow = async (ctx: Context, type: Scoring): Promise<RankRow | null> =>
  ctx.viewer ? rowOf(ctx, type, ctx.viewer.id) : null

/** Where an account stands in a list, from 1; null when no list shows it. */
export const numberOf = async (ctx: Context, type: Scoring, userId: string): Promise<number | null> =>
  (await rowOf(ctx, type, userId))?.number ?? null

async function rowOf(ctx: Context, type: Scoring, userId: string): Promise<RankRow | null> {
  const rows = await ctx.db.$queryRaw<KeyedRow[]>`
    select ${FIGURES}, ${PLACE[type]} as "place", r."createdAt" from "UserRank" r
    where r."userId" = ${userId} and r."listed"`
  const [row = null] = await numbered(ctx, type, rows)
  return row
}

/** Problems that an account has solved in practice (area-rules R6). */
export const solvedBy = async (ctx: Context, userId: string): Promise<number> =>
  (await ctx.db.userRank.findUnique({ where: { userId }, select: { solved: true } }))?.solved ?? 0
