import { expect } from 'vitest'
import { Prisma } from '#prisma/generated/client.ts'
import { type Context, contextOfHouse } from '#server/context.ts'
import { transact } from '#server/events.ts'
import type { Site } from './site.ts'

/**
 * Does `first` in a transaction of `ctx`, starts `second` before it is committed, and commits it once `second` has ended
 * or waits for a lock. Answers what `second` does.
 */
export async function overlap<Value>(
  site: Site,
  ctx: Context,
  first: (ctx: Context) => Promise<unknown>,
  second: () => Promise<Value>,
): Promise<Value> {
  const isWaiting = async () => {
    const rows = await site.prisma.$queryRaw<unknown[]>`
      select 1 from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
    return rows.length > 0
  }
  let isOver = false
  const { under } = await transact(ctx, async (ctx) => {
    await first(ctx)
    const under = second().finally(() => {
      isOver = true
    })
    // Handled by the caller, also where it fails before the commit.
    under.catch(() => {})
    await expect.poll(async () => isOver || (await isWaiting())).toBe(true)
    return { under }
  })
  return under
}

/**
 * Starts the acts in turn while a row is locked, each once the one before waits for a lock or has ended, and unlocks the
 * row once the last does. Answers what they do.
 */
export async function whileLocked(
  site: Site,
  [table, key, value]: readonly [table: string, key: string, value: string | number],
  acts: readonly (() => Promise<unknown>)[],
): Promise<unknown[]> {
  let ended = 0
  const waiting = async () => {
    const [row] = await site.prisma.$queryRaw<{ count: number }[]>`
      select count(*)::int as "count" from pg_stat_activity
      where "datname" = current_database() and "wait_event_type" = 'Lock'`
    return row?.count ?? 0
  }
  const { under } = await transact(contextOfHouse(site.house), async ({ db }) => {
    const where = Prisma.sql`${Prisma.raw(`"${key}"`)} = ${value}`
    await db.$queryRaw`select from ${Prisma.raw(`"${table}"`)} where ${where} for no key update`
    const under: Promise<unknown>[] = []
    for (const [at, act] of acts.entries()) {
      const one = act().finally(() => {
        ended += 1
      })
      one.catch(() => {})
      under.push(one)
      await expect.poll(async () => ended + (await waiting())).toBeGreaterThan(at)
    }
    return { under }
  })
  return Promise.all(under)
}
