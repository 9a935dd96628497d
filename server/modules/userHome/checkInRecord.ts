import type { Context } from '../../context.ts'
import { website } from '../site/site.ts'
import { dayOf } from '../user/checkIn.ts'

/** Days of the row of check-ins. */
const ROW = 14

export type CheckInRecord = {
  doneToday: boolean
  /** Consecutive days until today, or until yesterday before today's check-in. */
  streak: number
  longest: number
  total: number
  /** The last 14 days, oldest first. */
  days: boolean[]
}

/** Check-ins of an account. */
export async function checkInRecord(ctx: Context, userId: string): Promise<CheckInRecord> {
  const today = dayOf(ctx.now, (await website.get(ctx)).timeZone)
  // In consecutive days, date minus row number is constant.
  const [row] = await ctx.db.$queryRaw<Omit<CheckInRecord, 'doneToday'>[]>`
    with done as (
      select "day", "day" - (row_number() over (order by "day"))::int as "run"
      from "CheckIn" where "userId" = ${userId} and "day" <= ${today}::date
    ), runs as (select count(*)::int as "length", max("day") as "last" from done group by "run")
    select coalesce(max("length"), 0)::int as "longest", coalesce(sum("length"), 0)::int as "total",
      coalesce(max("length") filter (where "last" >= ${today}::date - 1), 0)::int as "streak",
      array(select exists (select from done where done."day" = ${today}::date - back)
        from generate_series(${ROW - 1}::int, 0, -1) as back order by back desc) as "days"
    from runs`
  const { streak = 0, longest = 0, total = 0, days = [] } = row ?? {}
  return { streak, longest, total, days, doneToday: days.at(-1) ?? false }
}
