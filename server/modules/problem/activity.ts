import { type Context, type House, readerOf } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import { canConfigureSite } from '../../policy/site.ts'
import { COUNTS_SQL } from '../../scope.ts'
import { website } from '../site/site.ts'

export type DayStatistic = { date: string; total: number; accepted: number }

/** Submissions of seven days, today included, oldest first, and the sum of the seven days before. */
export type WeekStatistic = { days: DayStatistic[]; total: number; previousTotal: number }

const WEEK_KEPT_SECONDS = 30 * 60

/** Below this number of submissions in two weeks counting is fast, and is not cached. */
const SMALL_FORTNIGHT = 5000

const countWeek = async (house: House, now: Date): Promise<WeekStatistic & { isSmall: boolean }> => {
  const { timeZone } = await website.get({ house, now })
  const rows = await house.database.prisma.$queryRaw<DayStatistic[]>`
    with today as (select (${now}::timestamptz at time zone ${timeZone})::date as "day"),
    counted as (
      select (s."createdAt" at time zone ${timeZone})::date as "day", count(*)::int as "total",
        (count(*) filter (where s."verdict" = 'ACCEPTED'))::int as "accepted"
      from "Submission" s, today
      where s."createdAt" >= (today."day" - 13)::timestamp at time zone ${timeZone}
        and s."createdAt" < (today."day" + 1)::timestamp at time zone ${timeZone} and ${COUNTS_SQL}
      group by 1
    )
    select to_char(day."day", 'YYYY-MM-DD') as "date", coalesce(counted."total", 0) as "total",
      coalesce(counted."accepted", 0) as "accepted"
    from today, lateral (select (today."day" - back) as "day" from generate_series(0, 13) as back) as day
    left join counted on counted."day" = day."day"
    order by day."day"`
  const sum = (days: DayStatistic[]) => days.reduce((total, day) => total + day.total, 0)
  const days = rows.slice(-7)
  const isSmall = sum(rows) < SMALL_FORTNIGHT
  return { days, total: sum(days), previousTotal: sum(rows.slice(0, -7)), isSmall }
}

const week = keep(WEEK_KEPT_SECONDS, countWeek, {
  version: ({ events }) => events.version('submission.judged'),
  bears: ({ isSmall }) => !isSmall,
})

/** Statistic of the week, cached for half an hour unless a site administrator refreshes it. */
export const weekStatistic = (ctx: Context, forceRefresh = false): Promise<WeekStatistic> =>
  week.get(ctx.house, ctx.now, forceRefresh && canConfigureSite(readerOf(ctx)))

export type AcceptedRow = { userId: string; accepted: number; total: number }

const RANK_KEPT_SECONDS = 10

const rank = keep(
  RANK_KEPT_SECONDS,
  (house: House, now: Date): Promise<AcceptedRow[]> => house.database.prisma.$queryRaw`
    with top as (
      select u."id", u."createdAt", count(*)::int as "accepted"
      from "ProblemProgress" p join "User" u on u."id" = p."userId" and not u."disabled"
      where p."acceptedAt" >= ${now}::timestamptz - interval '7 days'
      group by u."id"
      order by 3 desc, u."createdAt" desc, u."id"
      limit 10
    )
    select top."id" as "userId", top."accepted",
      (select count(*)::int from "Submission" s
       where s."userId" = top."id" and s."createdAt" >= ${now}::timestamptz - interval '7 days'
         and ${COUNTS_SQL}) as "total"
    from top order by top."accepted" desc, top."createdAt" desc, top."id"`,
)

/** Users with the most problems first accepted within seven days, and their submissions in that time. */
export const acceptedRank = (ctx: Context): Promise<AcceptedRow[]> => rank.get(ctx.house, ctx.now)
