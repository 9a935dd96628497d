import { Prisma } from '#prisma/generated/client.ts'
import type { Scoring } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { enter, mayEnter } from '../../venue.ts'
import { GONE, type Stream, watch } from '../../watch.ts'
import { keyOf, literalKey, PLACE } from '../rank/ladder.ts'
import type { RankMoves } from '../rank/moves.ts'
import {
  FIGURES,
  type KeyedRow,
  keywordOf,
  namedSql,
  type RankListing,
  type RankPage,
  type RankRow,
} from '../rank/rank.ts'
import { GROUP } from './group.ts'

/** Rows `r` of the rank of a group: its members with enabled accounts (area-rules G13). */
const listedIn = (groupId: number): Prisma.Sql =>
  Prisma.sql`"GroupRank" r where r."groupId" = ${groupId}::int and r."listed"`

/** A page of the rank of a group, for its members; a keyword keeps the numbers of the whole rank (area-rules G13). */
export async function groupRankPage(ctx: Context, groupId: number, listing: RankListing): Promise<RankPage> {
  await enter(ctx, GROUP, groupId, 'look')
  const keyword = keywordOf(listing)
  return keyword ? foundPage(ctx, groupId, listing, keyword) : wholePage(ctx, groupId, listing)
}

async function wholePage(
  ctx: Context,
  groupId: number,
  { type, skip, take }: RankListing,
): Promise<RankPage> {
  const [rows, [count]] = await Promise.all([
    // The places come from the index alone, so that no rows before the page are read.
    ctx.db.$queryRaw<Omit<RankRow, 'number'>[]>`
      select ${FIGURES} from "GroupRank" r
      where r."groupId" = ${groupId}::int and r."userId" = any (array(
        select r."userId" from ${listedIn(groupId)} order by ${keyOf(type)} limit ${take}::int offset ${skip}::int))
      order by ${keyOf(type)}`,
    ctx.db.$queryRaw<{ count: number }[]>`select count(*)::int as "count" from ${listedIn(groupId)}`,
  ])
  return { rows: rows.map((row, at) => ({ ...row, number: skip + at + 1 })), total: count?.count ?? 0 }
}

/** Numbers all members in the order of the index, and finds the keyword among their accounts. */
async function foundPage(
  ctx: Context,
  groupId: number,
  { type, skip, take }: RankListing,
  keyword: string,
): Promise<RankPage> {
  const found = await ctx.db.$queryRaw<(RankRow & { total: number })[]>`
    with found as materialized (
      select r.* from (
        select ${FIGURES}, row_number() over (order by ${keyOf(type)})::int as "number" from ${listedIn(groupId)}
      ) r join "User" u on u."id" = r."userId" where ${namedSql(keyword)})
    select page.*, counted."total" from (select count(*)::int as "total" from found) counted
    left join (select * from found order by "number" limit ${take}::int offset ${skip}::int) page on true
    order by page."number"`
  const [first] = found
  const rows = found.flatMap(({ total: _, ...row }) => (row.userId === null ? [] : [row]))
  return { rows, total: first?.total ?? 0 }
}

/** The viewer's row in the rank of a group; null for viewers without one. */
export async function groupViewerRow(ctx: Context, groupId: number, type: Scoring): Promise<RankRow | null> {
  if (!ctx.viewer) return null
  const [row] = await ctx.db.$queryRaw<KeyedRow[]>`
    select ${FIGURES}, ${PLACE[type]} as "place", r."createdAt" from ${listedIn(groupId)}
      and r."userId" = ${ctx.viewer.id}`
  if (!row) return null
  const [before] = await ctx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from ${listedIn(groupId)} and (${keyOf(type)}) < ${literalKey(row)}`
  const { userId, solved, submitted, score } = row
  return { userId, solved, submitted, score, number: (before?.count ?? 0) + 1 }
}

/** Moves in the rank of a group, at most once in two seconds, until the subscriber may not see it. */
export async function watchGroupMoves(ctx: Context, groupId: number): Promise<Stream<RankMoves>> {
  await enter(ctx, GROUP, groupId, 'look')
  return watch<string, RankMoves>(ctx, {
    sight: () => ({ groupId }),
    place: { contest: null, groupId },
    concern: ({ name, payload }) =>
      name === 'groupRanks.moved' && payload.groupId === groupId
        ? { key: JSON.stringify(payload.moves), wait: 0 }
        : null,
    read: async (now, key) =>
      (await mayEnter(now, GROUP, groupId, 'look')) ? { moves: JSON.parse(key) as RankMoves['moves'] } : GONE,
  })
}
