import { authorize, type Context, type House } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import type { AnyEvent } from '../../events.ts'
import { may } from '../../policy/viewer.ts'
import { watch } from '../../watch.ts'
import { countRecentContests } from '../contest/contest.ts'
import { FIGURES_SECONDS, type StorageFigures, storageFigures } from '../file/blobSweep.ts'
import { website } from '../site/site.ts'
import { type WebServer, webServer } from './webServer.ts'

/** Figures of the site for staff, without deleted accounts and problems; days are those of the site's time zone. */
export type Dashboard = {
  userCount: number
  usersToday: number
  problemCount: number
  submissionsToday: number
  acceptedToday: number
  /** Contests that are running or start within two weeks. */
  recentContests: number
  server: WebServer
} & StorageFigures

type Counted = Omit<Dashboard, keyof StorageFigures | 'recentContests' | 'server'>

/** Seconds for which the count of users is cached: it scans a whole index. */
const KEPT_SECONDS = 1

/** Accepted submissions of contests that hide outcomes are counted afterwards (contest-rules 8, 11). */
const figures = keep(KEPT_SECONDS, async (house: House, now: Date): Promise<Counted> => {
  const { timeZone } = await website.get({ house, now })
  const sealed = [...house.timetable.at(now).contests.sealed.keys()]
  const [row] = await house.database.prisma.$queryRaw<Counted[]>`
    with day as (
      select (${now}::timestamptz at time zone ${timeZone})::date::timestamp at time zone ${timeZone} as "start"
    )
    select (select count(*) from "User" where "endedAt" is null)::int as "userCount",
      (select count(*) from "User" where "createdAt" >= day."start" and "endedAt" is null)::int as "usersToday",
      (select count(*) from "Problem"
       where "removedAt" is null and ("groupId" is null or "visibility" = 'PUBLIC'))::int as "problemCount",
      today."submissionsToday", today."acceptedToday"
    from day, lateral (
      select count(*)::int as "submissionsToday",
        (count(*) filter (where s."verdict" = 'ACCEPTED'
          and (s."contestId" is null or s."contestId" <> all (${sealed}::int[]))))::int as "acceptedToday"
      from "Submission" s where s."createdAt" >= day."start" and s."groupId" is null
    ) today`
  if (!row) throw new Error('the database counted nothing')
  return row
})

/** Figures of the dashboard; for staff. */
export async function dashboard(ctx: Context): Promise<Dashboard> {
  authorize(ctx, may(ctx, 'admin.enter'))
  const now = new Date()
  const [counted, stored, recentContests, server] = await Promise.all([
    figures.get(ctx.house, now),
    storageFigures.get(ctx.house, now),
    countRecentContests(ctx),
    webServer(ctx),
  ])
  return { ...counted, ...stored, recentContests, server }
}

/** Longest delay (ms) of the dashboard by event. */
const PACE: Partial<Record<AnyEvent['name'], number>> = {
  'submission.created': 2000,
  'submission.judged': 2000,
  'submission.changed': 2000,
  'site.configured': 2000,
  'contest.changed': 2000,
  'contest.turned': 2000,
  // Hosts report their load regularly, which also triggers an update of the server's.
  'host.changed': 5000,
}

/**
 * Events that change the storage figures. These are read again when the cached sum is older than the event.
 */
const OF_STORAGE = new Set<AnyEvent['name']>(['storage.changed', 'problem.changed', 'problem.hidden'])

/** Lists of the administration whose rows are counted. */
const COUNTED: readonly string[] = ['ACCOUNTS', 'PROBLEMS']

/** The figures now and, rate limited, after each change; the stream ends when the viewer loses the right. */
export const watchDashboard = (ctx: Context): AsyncIterable<Dashboard> => {
  authorize(ctx, may(ctx, 'admin.enter'))
  return watch<'figures' | 'storage', Dashboard>(ctx, {
    first: 'figures',
    sight: (reader) => ({ staff: may(reader, 'admin.enter') }),
    concern: ({ name, payload }) => {
      const isCounted = name === 'administration.changed' && COUNTED.includes(payload.list)
      const wait = isCounted ? PACE['submission.created'] : PACE[name]
      if (wait !== undefined) return { key: 'figures', wait }
      return OF_STORAGE.has(name) ? { key: 'storage', wait: FIGURES_SECONDS * 1000 } : null
    },
    read: async (ctx) => (may(ctx, 'admin.enter') ? dashboard(ctx) : null),
  })
}
