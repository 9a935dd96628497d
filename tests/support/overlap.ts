import { expect } from 'vitest'
import type { Context } from '#server/context.ts'
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
