import { Prisma, type UserRank } from '#prisma/generated/client.ts'
import type { Scoring } from '#prisma/generated/enums.ts'
import type { Context, House } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import { literally } from '../../core/literally.ts'
import { usernameKeyOf } from '../user/username.ts'

/** Order of each list (area-rules R1, R2); among equals the older account stands first (R3). */
const ORDER: Record<Scoring, Prisma.Sql> = {
  ACM: Prisma.sql`r."solved" desc, r."submitted", r."createdAt", r."userId"`,
  OI: Prisma.sql`r."score" desc, r."solved" desc, r."createdAt", r."userId"`,
}

/** Whether the row `r` stands before `own`, in the order of each list. */
const BEFORE: Record<Scoring, Prisma.Sql> = {
  ACM: Prisma.sql`(-r."solved", r."submitted", r."createdAt", r."userId")
    < (-own."solved", own."submitted", own."createdAt", own."userId")`,
  OI: Prisma.sql`(-r."score", -r."solved", r."createdAt", r."userId")
    < (-own."score", -own."solved", own."createdAt", own."userId")`,
}

export type RankRow = Pick<UserRank, 'userId' | 'solved' | 'submitted' | 'score'> & {
  /** Position in the whole list, from 1. */
  number: number
}

type RankPage = { rows: RankRow[]; total: number }

/** A list of the site's ranks. `keyword`: part of user name or nickname, in any case. */
export type RankListing = { type: Scoring; keyword: string; skip: number; take: number }

const MAX_KEYWORD = 100

/** A page of a rank list; a keyword keeps the numbers of the whole list. */
export async function rankPage(ctx: Context, listing: RankListing): Promise<RankPage> {
  const keyword = usernameKeyOf(listing.keyword).slice(0, MAX_KEYWORD)
  return keyword ? foundPage(ctx, listing, keyword) : wholePage(ctx, listing)
}

async function wholePage(ctx: Context, { type, skip, take }: RankListing): Promise<RankPage> {
  const [rows, total] = await Promise.all([
    // The places come from the index alone, so that pages far behind read no rows before them.
    ctx.db.$queryRaw<Omit<RankRow, 'number'>[]>`
      select r."userId", r."solved", r."submitted", r."score" from "UserRank" r
      where r."userId" = any (array(
        select r."userId" from "UserRank" r where r."listed" order by ${ORDER[type]}
        limit ${take}::int offset ${skip}::int))
      order by ${ORDER[type]}`,
    countListed(ctx),
  ])
  return { rows: rows.map((row, at) => ({ ...row, number: skip + at + 1 })), total }
}

async function foundPage(ctx: Context, listing: RankListing, keyword: string): Promise<RankPage> {
  const { type, skip, take } = listing
  const part = `%${literally(keyword)}%`
  const named = Prisma.sql`(u."usernameKey" like ${part} or u."nickname" ilike ${part})`
  const [rows, [count]] = await Promise.all([
    ctx.db.$queryRaw<RankRow[]>`
      with placed as (
        select r."userId", row_number() over (order by ${ORDER[type]})::int as "number"
        from "UserRank" r where r."listed"
      )
      select placed."number", r."userId", r."solved", r."submitted", r."score"
      from placed join "User" u on u."id" = placed."userId" join "UserRank" r on r."userId" = placed."userId"
      where ${named} order by placed."number" limit ${take}::int offset ${skip}::int`,
    ctx.db.$queryRaw<{ count: number }[]>`
      select count(*)::int as "count" from "User" u join "UserRank" r on r."userId" = u."id" and r."listed"
      where ${named}`,
  ])
  return { rows, total: count?.count ?? 0 }
}

/** Where the viewer stands in a list, from 1; null for guests and accounts that no list shows. */
export const viewerNumber = async (ctx: Context, type: Scoring): Promise<number | null> =>
  ctx.viewer ? numberOf(ctx, type, ctx.viewer.id) : null

/** Where an account stands in a list, from 1; null when no list shows it. */
export async function numberOf(ctx: Context, type: Scoring, userId: string): Promise<number | null> {
  const [row] = await ctx.db.$queryRaw<{ number: number }[]>`
    select (select count(*)::int + 1 from "UserRank" r where r."listed" and ${BEFORE[type]}) as "number"
    from "UserRank" own where own."userId" = ${userId} and own."listed"`
  return row?.number ?? null
}

/** Problems that an account has solved in practice (area-rules R6). */
export const solvedBy = async (ctx: Context, userId: string): Promise<number> =>
  (await ctx.db.userRank.findUnique({ where: { userId }, select: { solved: true } }))?.solved ?? 0

/** Up to this number of accounts counting is fast, and is not cached. */
const FEW = 5_000
const COUNT_KEPT_SECONDS = 10

const listed = keep(COUNT_KEPT_SECONDS, ({ database }: House) =>
  database.prisma.userRank.count({ where: { listed: true } }),
)

/** Number of accounts in the lists. */
export async function countListed({ house, now }: Context): Promise<number> {
  const count = await listed.get(house, now)
  return count > FEW ? count : listed.get(house, now, true)
}
