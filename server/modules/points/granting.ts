import { z } from 'zod'
import type { PointEntry } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { checked, storable } from '../../core/checked.ts'
import { Refusal, requireAtMost } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import { canGrantPoints } from '../../policy/shop.ts'
import { record } from '../audit/audit.ts'
import { usernameKeyOf } from '../user/username.ts'
import { balancesOf, lockBalances } from './points.ts'

/** Most accounts of one grant, and most points for each. */
export const MOST_NAMES = 500
export const MOST_POINTS = 1_000_000
export const MAX_NOTE = 200

/** Most unknown names that a refusal lists. */
const MOST_NAMED = 10

const grant = z.object({
  amount: z
    .int()
    .min(-MOST_POINTS)
    .max(MOST_POINTS)
    .refine((amount) => amount !== 0, { params: { fault: 'UNUSABLE' } }),
  note: z
    .string()
    .transform((text) => storable(text).trim())
    .pipe(z.string().max(MAX_NOTE)),
})

/** Recipients by username, or one by id. `amounts`: the points of each name, in their order, instead of those of the grant. */
export type Recipients =
  | { usernames: readonly string[]; amounts?: readonly number[] | null | undefined }
  | { id: string }
export type Grant = { amount: number; note?: string | null }

type Account = { id: string; username: string; amount: number }
/** An account of a preview. `balance`: points before the grant; `isPossible`: whether it would stay at least 0. */
export type GrantedAccount = { userId: string; amount: number; balance: number; isPossible: boolean }
export type GrantPreview = { accounts: GrantedAccount[]; unknown: string[] }

/**
 * Accounts of a list of names, and the names that nobody has. Names that differ only in case are one; with two
 * amounts they are refused.
 */
async function accountsOf(
  ctx: Context,
  to: Recipients,
  given: Grant,
): Promise<{ accounts: Account[]; unknown: string[]; note: string }> {
  const { amount, note } = checkedGrant(given)
  const select = { id: true, username: true, usernameKey: true } as const
  if ('id' in to) {
    const found = await ctx.db.user.findFirst({ where: { id: to.id, endedAt: null }, select })
    return { accounts: found ? [{ ...found, amount }] : [], unknown: found ? [] : [to.id], note }
  }
  requireAtMost(MOST_NAMES, 'usernames', to.usernames)
  const { amounts } = to
  if (amounts && amounts.length !== to.usernames.length)
    throw new Refusal('INVALID_INPUT', { fields: { amounts: { code: 'UNUSABLE' } } })
  const wanted = new Map<string, { name: string; amount: number }>()
  for (const [index, each] of to.usernames.entries()) {
    const name = each.trim()
    const own = amounts?.[index]
    if (own !== undefined) checkedGrant({ amount: own })
    if (!name) continue
    const key = usernameKeyOf(storable(name))
    const points = own ?? amount
    if ((wanted.get(key)?.amount ?? points) !== points)
      throw new Refusal('POINTS_TWO_AMOUNTS', { field: 'usernames', name })
    wanted.set(key, { name, amount: points })
  }
  if (wanted.size === 0) throw new Refusal('INVALID_INPUT', { fields: { usernames: { code: 'REQUIRED' } } })
  const users = await ctx.db.user.findMany({
    where: { usernameKey: { in: [...wanted.keys()] }, endedAt: null },
    // The order in which balances are locked.
    orderBy: { id: 'asc' },
    select,
  })
  const known = new Set(users.map(({ usernameKey }) => usernameKey))
  return {
    accounts: users.map((user) => ({ ...user, amount: wanted.get(user.usernameKey)?.amount ?? amount })),
    unknown: [...wanted].flatMap(([key, { name }]) => (known.has(key) ? [] : [name])),
    note,
  }
}

const checkedGrant = ({ amount, note }: Grant) => checked(grant, { amount, note: note ?? '' })

/** Accounts in the order in which their names were given. */
function asGiven(to: Recipients, accounts: readonly Account[]): Account[] {
  if ('id' in to) return [...accounts]
  const names = to.usernames.map((name) => usernameKeyOf(storable(name.trim())))
  const places = new Map(names.map((key, place) => [key, place]))
  const placeOf = ({ username }: Account) => places.get(usernameKeyOf(username)) ?? 0
  return accounts.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** What a grant would do, in the order of the names; changes nothing. */
export async function previewGrant(ctx: Context, to: Recipients, given: Grant): Promise<GrantPreview> {
  authorize(ctx, canGrantPoints(readerOf(ctx)))
  const { accounts: found, unknown } = await accountsOf(ctx, to, given)
  const accounts = asGiven(to, found)
  const balances = await balancesOf(
    ctx,
    accounts.map(({ id }) => id),
  )
  return {
    unknown,
    accounts: accounts.map(({ id: userId, amount }, index) => {
      const balance = balances[index] ?? 0
      return { userId, amount, balance, isPossible: amount > 0 || balance + amount >= 0 }
    }),
  }
}

/**
 * Credits or debits points to all recipients, or to none: one unknown name, or one balance that would fall below 0,
 * refuses the whole (area-rules S4, S5).
 */
export async function grantPoints(ctx: Context, to: Recipients, given: Grant): Promise<PointEntry[]> {
  authorize(ctx, canGrantPoints(readerOf(ctx)))
  const { id: actorId } = ctx.viewer
  return transact(ctx, async (ctx) => {
    const { accounts, unknown, note } = await accountsOf(ctx, to, given)
    if (unknown.length > 0) {
      const names = unknown.slice(0, MOST_NAMED).join(', ')
      throw new Refusal('POINTS_UNKNOWN_NAMES', { field: 'usernames', count: unknown.length, names })
    }
    await requireBalances(ctx, accounts)
    const entries = await ctx.db.pointEntry.createManyAndReturn({
      data: accounts.map(({ id: userId, amount }) => ({
        userId,
        actorId,
        amount,
        reason: 'GRANT' as const,
        note: note || null,
        createdAt: ctx.now,
      })),
    })
    const nameOf = new Map(accounts.map(({ id, username }) => [id, username]))
    for (const { id, userId, amount } of entries) {
      const after = { user: nameOf.get(userId), amount, ...(note && { note }) }
      await record(ctx, 'points.granted', ['PointEntry', id], { before: {}, after })
    }
    return entries
  })
}

/** Refuses a debit that an account has too few points for. */
async function requireBalances(ctx: Context, all: readonly Account[]): Promise<void> {
  const accounts = all.filter(({ amount }) => amount < 0)
  if (accounts.length === 0) return
  const balances = await lockBalances(
    ctx,
    accounts.map(({ id }) => id),
  )
  const poor = accounts.find(({ id, amount }) => (balances.get(id) ?? 0) + amount < 0)
  if (poor) throw new Refusal('POINTS_TOO_FEW', { name: poor.username, balance: balances.get(poor.id) ?? 0 })
}

/** Takes back a grant by an opposite entry, once; refused when the points are spent (area-rules S5). */
export async function reverseGrant(ctx: Context, id: number): Promise<PointEntry> {
  authorize(ctx, canGrantPoints(readerOf(ctx)))
  const { id: actorId } = ctx.viewer
  return transact(ctx, async (ctx) => {
    const entry = isRowNumber(id)
      ? await ctx.db.pointEntry.findUnique({ where: { id }, include: { user: true } })
      : null
    if (!entry) throw new Refusal('NOT_FOUND')
    if (entry.reason !== 'GRANT') throw new Refusal('POINTS_NOT_A_GRANT')
    const { userId, amount, user } = entry
    // Two reversals of one grant wait for each other.
    const balance = (await lockBalances(ctx, [userId])).get(userId) ?? 0
    const earlier = await ctx.db.pointEntry.findUnique({ where: { reversedId: id } })
    if (earlier) throw new Refusal('POINTS_REVERSED')
    if (amount > 0 && balance < amount) {
      throw new Refusal('POINTS_TOO_FEW', { name: user.username, balance })
    }
    const reversal = await ctx.db.pointEntry.create({
      data: { userId, actorId, amount: -amount, reason: 'REVERSAL', reversedId: id, createdAt: ctx.now },
    })
    const details = { before: {}, after: { user: user.username, amount: -amount } }
    await record(ctx, 'points.reversed', ['PointEntry', id], details)
    return reversal
  })
}
