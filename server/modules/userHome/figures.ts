import type { Verdict } from '#prisma/generated/enums.ts'
import type { Context } from '../../context.ts'
import { COUNTS_SQL } from '../../scope.ts'
import { website } from '../site/site.ts'
import { dayOf } from '../user/checkIn.ts'

/** Days of the heat map, today included (area-rules R9). */
const DAYS = 365

/** Submissions of one day of the site's time zone, YYYY-MM-DD. */
export type ActiveDay = { date: string; submitted: number; accepted: number }

/** Days with practice submissions among the last 365 of the site's time zone, oldest first (area-rules R6, R9). */
export async function activeDays(
  ctx: Context,
  userId: string,
): Promise<{ today: string; days: ActiveDay[] }> {
  const { timeZone } = await website.get(ctx)
  const today = dayOf(ctx.now, timeZone)
  const days = await ctx.db.$queryRaw<ActiveDay[]>`
    select to_char("createdAt" at time zone ${timeZone}, 'YYYY-MM-DD') as "date",
      count(*)::int as "submitted", (count(*) filter (where "countedVerdict" = 'ACCEPTED'))::int as "accepted"
    from "Submission"
    where "userId" = ${userId} and ${COUNTS_SQL}
      and "createdAt" >= (${today}::date - ${DAYS - 1}::int)::timestamp at time zone ${timeZone}
      and "createdAt" < (${today}::date + 1)::timestamp at time zone ${timeZone}
    group by 1 order by 1`
  return { today, days }
}

export type VerdictCount = { verdict: Verdict; count: number }

/** Practice submissions by verdict, most first. */
export const verdictCounts = (ctx: Context, userId: string): Promise<VerdictCount[]> =>
  ctx.db.$queryRaw<VerdictCount[]>`
    select "countedVerdict" as "verdict", count(*)::int as "count" from "Submission"
    where "userId" = ${userId} and ${COUNTS_SQL} and "countedVerdict" is not null
    group by 1 order by 2 desc, 1`

export type LanguageCount = { language: string; count: number }

/** Practice submissions by language, most first. */
export const languageCounts = (ctx: Context, userId: string): Promise<LanguageCount[]> =>
  ctx.db.$queryRaw<LanguageCount[]>`
    select "language", count(*)::int as "count" from "Submission"
    where "userId" = ${userId} and ${COUNTS_SQL} and "countedVerdict" is not null
    group by 1 order by 2 desc, 1`
