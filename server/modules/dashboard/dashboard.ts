import { authorize, type Context, type House } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import type { AnyEvent } from '../../events.ts'
import { may } from '../../policy/viewer.ts'
import { watch } from '../../watch.ts'
import { countRecentContests } from '../contest/contest.ts'
import { FIGURES_SECONDS, type StorageFigures, storageFigures } from '../file/blobSweep.ts'
import { website } from '../site/site.ts'
import { type WebServer, webServer } from './webServer.ts'

/** What the staff sees of the site at a glance; days are those of the site's zone. */
export type Dashboard = {
  userCount: number
  usersToday: number
  problemCount: number
  submissionsToday: number
  acceptedToday: number
  /** Contests that are on or start within two weeks. */
  recentContests: number
  server: WebServer
} & StorageFigures

type Counted = Omit<Dashboard, keyof StorageFigures | 'recentContests' | 'server'>

/** Counting users reads their whole index, so that everybody who looks shares one count a second. */
const KEPT_SECONDS = 1

const figures = keep(KEPT_SECONDS, async (house: House, now: Date): Promise<Counted> => {
  const { timeZone } = await website.get({ house, now })
  const [row] = await house.database.prisma.$queryRaw<Counted[]>`
    with day as (
      select (${now}::timestamptz at time zone ${timeZone})::date::timestamp at time zone ${timeZone} as "start"
    )
    select (select count(*) from "User")::int as "userCount",
      (select count(*) from "User" where "createdAt" >= day."start")::int as "usersToday",
      (select count(*) from "Problem" where "groupId" is null or "visibility" = 'PUBLIC')::int as "problemCount",
      today."submissionsToday", today."acceptedToday"
    from day, lateral (
      select count(*)::int as "submissionsToday",
        (count(*) filter (where s."verdict" = 'ACCEPTED'))::int as "acceptedToday"
      from "Submission" s where s."createdAt" >= day."start" and s."groupId" is null
    ) today`
  if (!row) throw new Error('the database counted nothing')
  return row
})

/** The figures of the dashboard; for the staff. */
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

/** How late (ms) the dashboard may hear of what. */
const PACE: Partial<Record<AnyEvent['name'], number>> = {
  'submission.created': 2000,
  'submission.judged': 2000,
  'problem.published': 2000,
  'site.configured': 2000,
  'contest.changed': 2000,
  'contest.turned': 2000,
  // Hosts tell their load all the time, which is as good a moment to tell that of the server.
  'host.changed': 5000,
}

/** What changes the sizes of the storage. They are read when the sum that was kept before the event is too old. */
const OF_STORAGE = new Set<AnyEvent['name']>(['storage.changed', 'problem.changed', 'problem.hidden'])

/** The figures now and, not too often, after what changes them; the stream ends with the right to see them. */
export const watchDashboard = (ctx: Context): AsyncIterable<Dashboard> => {
  authorize(ctx, may(ctx, 'admin.enter'))
  return watch<'figures' | 'storage', Dashboard>(ctx, {
    first: 'figures',
    sight: (reader) => ({ staff: may(reader, 'admin.enter') }),
    concern: ({ name }) => {
      const wait = PACE[name]
      if (wait !== undefined) return { key: 'figures', wait }
      return OF_STORAGE.has(name) ? { key: 'storage', wait: FIGURES_SECONDS * 1000 } : null
    },
    read: async (ctx) => (may(ctx, 'admin.enter') ? dashboard(ctx) : null),
  })
}
