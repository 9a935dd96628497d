import type { PointEntry, Prisma } from '#prisma/generated/client.ts'
import type { PointReason } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf, requireLogin } from '../../context.ts'
import { canManageShop, visiblePointEntries } from '../../policy/shop.ts'
import { GONE, type Stream, watch } from '../../watch.ts'
import { usernameKeyOf } from '../user/username.ts'

/** Points of an account, and how many of them solved problems and check-ins earned. */
export type Points = { balance: number; solved: number; checkIns: number }

/** Points of an account, which may be below 0 after a correction (area-rules S1, S2). */
export async function pointsOf(ctx: Context, userId: string): Promise<Points> {
  const [row] = await ctx.db.$queryRaw<Points[]>`
    select coalesce((select "balance" from "PointBalance" where "userId" = ${userId}), 0)::int as "balance",
      (select coalesce(sum("amount"), 0)::int from "PointEntry"
       where "userId" = ${userId} and "reason" = 'SOLVED') as "solved",
      (select coalesce(sum("amount"), 0)::int from "PointEntry"
       where "userId" = ${userId} and "reason" = 'CHECK_IN') as "checkIns"`
  return row ?? { balance: 0, solved: 0, checkIns: 0 }
}

/** Points of the viewer, null for guests. */
export const findPoints = async (ctx: Context): Promise<Points | null> =>
  ctx.viewer ? pointsOf(ctx, ctx.viewer.id) : null

/** Balances by user, in the order of the ids. */
export async function balancesOf(ctx: Context, userIds: readonly string[]): Promise<number[]> {
  const rows = await ctx.db.pointBalance.findMany({ where: { userId: { in: [...userIds] } } })
  const byUser = new Map(rows.map(({ userId, balance }) => [userId, balance]))
  return userIds.map((id) => byUser.get(id) ?? 0)
}

/**
 * Locks the balances of accounts until the end of the transaction, in the order of their ids, and returns them. Lock
 * them before goods and orders.
 */
export async function lockBalances(ctx: Context, userIds: readonly string[]): Promise<Map<string, number>> {
  await ctx.db.$executeRaw`
    insert into "PointBalance" ("userId") select id from unnest(${userIds}::text[]) as id order by id
    on conflict do nothing`
  const rows = await ctx.db.$queryRaw<{ userId: string; balance: number }[]>`
    select "userId", "balance" from "PointBalance" where "userId" = any(${userIds}::text[])
    order by "userId" for no key update`
  return new Map(rows.map(({ userId, balance }) => [userId, balance]))
}

const newestFirst = { orderBy: { id: 'desc' } } satisfies Prisma.PointEntryFindManyArgs

/** The viewer's entries, newest first. */
export function ownEntryListing(ctx: Context, reason?: PointReason | null) {
  requireLogin(ctx)
  return {
    where: { userId: ctx.viewer.id, ...(reason ? { reason } : {}) },
    ...newestFirst,
  } satisfies Prisma.PointEntryFindManyArgs
}

export type EntryFilter = { username?: string | null; reason?: PointReason | null }

/** Entries of all accounts, newest first; for staff. */
export function entryListing(ctx: Context, { username, reason }: EntryFilter) {
  authorize(ctx, canManageShop(readerOf(ctx)))
  const key = usernameKeyOf((username ?? '').trim())
  return {
    where: {
      AND: [
        visiblePointEntries(readerOf(ctx)),
        reason ? { reason } : {},
        key ? { user: { usernameKey: key } } : {},
      ],
    },
    ...newestFirst,
  } satisfies Prisma.PointEntryFindManyArgs
}

/** The viewer's points, now and after every change. */
export function watchPoints(ctx: Context): Stream<Points> {
  requireLogin(ctx)
  const { id } = ctx.viewer
  return watch(ctx, {
    first: id,
    concern: ({ name, payload }) =>
      name === 'points.changed' && (payload.userId ?? id) === id ? { key: id, wait: 0 } : null,
    read: (ctx) => findPoints(ctx),
  })
}

/** Longest delay (ms) of the ledger's stream: many solve at once in a contest. */
const LEDGER_WAIT = 1_000

/** The newest entry of the ledger, whenever accounts are credited or debited; for staff (area-rules S4). */
export function watchLedger(ctx: Context): Stream<PointEntry> {
  authorize(ctx, canManageShop(readerOf(ctx)))
  return watch(ctx, {
    sight: visiblePointEntries,
    concern: ({ name }) => (name === 'points.changed' ? { key: 'ledger', wait: LEDGER_WAIT } : null),
    read: async (ctx) => (canManageShop(readerOf(ctx)) ? ctx.db.pointEntry.findFirst(newestFirst) : GONE),
  })
}
