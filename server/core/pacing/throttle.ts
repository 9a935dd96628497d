import type { Db } from '../db.ts'

/**
 * Counts `amount` more of `key` within a window that starts with the first and lasts `seconds`; returns the count.
 * One statement, so that concurrent API processes agree.
 */
export async function count(db: Db, key: string, seconds: number, amount = 1): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    insert into "Throttle" ("key", "count", "expiresAt")
    values (${key}, ${amount}::int, now() + make_interval(secs => ${seconds}))
    on conflict ("key") do update set
      "count" = case when "Throttle"."expiresAt" <= now() then 0 else "Throttle"."count" end + excluded."count",
      "expiresAt" = case when "Throttle"."expiresAt" <= now() then excluded."expiresAt" else "Throttle"."expiresAt" end
    returning "count"`
  return row?.count ?? 0
}

/** Count of `key` in its current window, and the remaining seconds of the window. */
export async function counted(db: Db, key: string): Promise<{ count: number; secondsLeft: number }> {
  const [row] = await db.$queryRaw<{ count: number; left: number }[]>`
    select "count", extract(epoch from "expiresAt" - now())::float8 as "left"
    from "Throttle" where "key" = ${key} and "expiresAt" > now()`
  return row ? { count: row.count, secondsLeft: Math.ceil(row.left) } : { count: 0, secondsLeft: 0 }
}

/** Locks `key` for `seconds`. Returns 0 when it was free, otherwise the seconds to wait. */
export async function takeTurn(db: Db, key: string, seconds: number): Promise<number> {
  if (seconds <= 0) return 0
  const taken = await db.$queryRaw<{ key: string }[]>`
    insert into "Throttle" ("key", "count", "expiresAt")
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict ("key") do update set "count" = 1, "expiresAt" = excluded."expiresAt"
      where "Throttle"."expiresAt" <= now()
    returning "key"`
  if (taken.length > 0) return 0
  return Math.max(1, (await counted(db, key)).secondsLeft)
}

/** Resets the count of `key`. */
export const forget = (db: Db, key: string) => db.$executeRaw`delete from "Throttle" where "key" = ${key}`
