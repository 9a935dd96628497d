import { randomInt } from 'node:crypto'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { website } from '../site/site.ts'

/** Number of fortunes in the catalogue. */
const FORTUNES = 13
const WEEK = 7
const DAY_MS = 24 * 3600_000

export type CheckInState = { doneToday: boolean; fortune: number | null; streak: number; week: boolean[] }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Calendar day of a time in a time zone, YYYY-MM-DD. */
export function dayOf(moment: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(moment)
}

/** Hour of a time in a time zone, 0 to 23. */
export const hourOf = (moment: Date, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(moment))

/** Current day of the site, in the time zone of the settings. */
const today = async (ctx: Context): Promise<string> => dayOf(ctx.now, (await website.get(ctx)).timeZone)

async function stateOn(ctx: Context, userId: string, day: string): Promise<CheckInState> {
  // In consecutive days, date plus rank from the end is constant.
  const [row] = await ctx.db.$queryRaw<{ fortune: number | null; streak: number; days: string[] }[]>`
    with done as (
      select "day", "fortune", "day" + (row_number() over (order by "day" desc))::int as "row"
      from "CheckIn" where "userId" = ${userId} and "day" <= ${day}::date
    ), latest as (select max("day") as "day" from done)
    select (select "fortune" from done where "day" = ${day}::date) as "fortune",
           (select count(*)::int from done, latest
            where done."row" = latest."day" + 1 and latest."day" >= ${day}::date - 1) as "streak",
           array(select to_char("day", 'YYYY-MM-DD') from done where "day" > ${day}::date - ${WEEK}::int) as "days"`
  const days = new Set(row?.days)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const week = Array.from({ length: WEEK }, (_, index) =>
    days.has(new Date(midnight - (WEEK - 1 - index) * DAY_MS).toISOString().slice(0, 10)),
  )
  return { doneToday: days.has(day), fortune: row?.fortune ?? null, streak: row?.streak ?? 0, week }
}

/** The viewer's check-ins, null for guests. */
export async function findCheckIn(ctx: Context): Promise<CheckInState | null> {
  if (!ctx.viewer) return null
  return stateOn(ctx, ctx.viewer.id, await today(ctx))
}

/** Draws the fortune of the day, once a day. */
export async function checkIn(ctx: Context): Promise<CheckInState> {
  requireLogin(ctx)
  const day = await today(ctx)
  const drawn = await ctx.db.$executeRaw`
    insert into "CheckIn" ("userId", "day", "fortune", "createdAt")
    values (${ctx.viewer.id}, ${day}::date, ${randomInt(1, FORTUNES + 1)}, ${ctx.now})
    on conflict do nothing`
  if (drawn === 0) throw new Refusal('ALREADY_CHECKED_IN')
  return stateOn(ctx, ctx.viewer.id, day)
}
