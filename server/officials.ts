import { Prisma } from '#prisma/generated/client.ts'
import type { Context } from './context.ts'
import { CONTESTS, type Owned, officials, type Pair, rolesOf, rootsWhere } from './policy/officials.ts'

/** `isOfficial` in SQL, for a row of "User" with the alias `user`. */
export function officialSql(pair: Pair, { ownerId, groupId }: Owned, user: Prisma.Sql): Prisma.Sql {
  const isOwnerOrStaff = Prisma.sql`${user}."id" is not distinct from ${ownerId}::text or ${user}."role"::text = any(${rolesOf(pair)}::text[])`
  if (groupId === null) return Prisma.sql`(${isOwnerOrStaff})`
  return Prisma.sql`(${isOwnerOrStaff} or ${isRootSql(Prisma.sql`${groupId}::int`, user)})`
}

/** Whether a user is a root of a group. */
const isRootSql = (groupId: Prisma.Sql, user: Prisma.Sql) => Prisma.sql`
  exists (select from "Group" g where g."id" = ${groupId} and g."ownerId" = ${user}."id")
  or exists (select from "GroupMember" m
    where m."groupId" = ${groupId} and m."userId" = ${user}."id" and m."standing" = 'ROOT')`

/** Whether a user is an official of a contest now; false for no contest. */
export const isOfficialOfSql = (contestId: number | null, userId: string): Prisma.Sql => Prisma.sql`exists (
  select from "Contest" c join "User" u on u."id" = ${userId}::text
  where c."id" = ${contestId}::int and (u."id" = c."ownerId" or u."role"::text = any(${rolesOf(CONTESTS)}::text[])
    or ${isRootSql(Prisma.sql`c."groupId"`, Prisma.sql`u`)}))`

const NOBODY: ReadonlySet<string> = new Set()

/** Ids of all officials. */
export async function officialIds(ctx: Context, pair: Pair, owned: Owned): Promise<ReadonlySet<string>> {
  const rows = await ctx.db.user.findMany({ where: officials(pair, owned), select: { id: true } })
  return new Set(rows.map(({ id }) => id))
}

/** Ids of a group's roots, for `isOfficial`; empty without a group. */
export async function rootsOf(
  ctx: Context,
  { groupId }: Pick<Owned, 'groupId'>,
): Promise<ReadonlySet<string>> {
  if (groupId === null) return NOBODY
  const rows = await ctx.db.user.findMany({ where: rootsWhere(groupId), select: { id: true } })
  return new Set(rows.map(({ id }) => id))
}
