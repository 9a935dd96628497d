import { Prisma } from '#prisma/generated/client.ts'
import type { Context } from './context.ts'
import { type Owned, officials, type Pair, rolesOf, rootsWhere } from './policy/officials.ts'

/** `isOfficial` in SQL, for a row of "User" with the alias `user`. */
export function officialSql(pair: Pair, { ownerId, groupId }: Owned, user: Prisma.Sql): Prisma.Sql {
  const isOwnerOrStaff = Prisma.sql`${user}."id" is not distinct from ${ownerId}::text or ${user}."role"::text = any(${rolesOf(pair)}::text[])`
  if (groupId === null) return Prisma.sql`(${isOwnerOrStaff})`
  return Prisma.sql`(${isOwnerOrStaff}
    or exists (select from "Group" g where g."id" = ${groupId}::int and g."ownerId" = ${user}."id")
    or exists (select from "GroupMember" m
      where m."groupId" = ${groupId}::int and m."userId" = ${user}."id" and m."standing" = 'ROOT'))`
}

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
