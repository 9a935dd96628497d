import { findLanguage } from '#judge/languages.ts'
import { HOST_SILENCE, HOST_TASKS, type HostProfile, LANE_WIDTH, PRIORITY } from '#judge/protocol.ts'
import type { JudgeHost, Submission } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { paced } from '../../core/pacing/paced.ts'
import { together } from '../../core/pacing/together.ts'
import type { AnyEvent } from '../../events.ts'
import type { OfContest } from '../../policy/outcome.ts'
import { isStaff } from '../../policy/viewer.ts'
import { everything, watch } from '../../watch.ts'
import { inReadersWords } from '../submission/messageWords.ts'
import { shownOf } from '../submission/outcome.ts'

/** Lanes of the queue, highest priority first. */
export const LANES = ['CONTEST', 'TRIAL', 'PRACTICE', 'REJUDGING'] as const

export type Lane = (typeof LANES)[number]

/** Numbers of waiting and of running jobs. */
export type Length = { waiting: number; running: number }

/** `firsts`: waiting jobs that are the first of their owner, and so precede any second one. */
export type LaneLength = Length & { lane: Lane; firsts: number }

export type QueueLength = Length & { lanes: LaneLength[] }

/** Pause factor: counting takes at most a sixth of the time, whatever the number of readers and jobs. */
const REST = 5

/** Length of the queue of the judge hosts, trials included. */
export const queueLength = (ctx: Pick<Context, 'db'>): Promise<QueueLength> => measured(ctx.db)

const measured = paced(REST, async (db: Context['db']): Promise<QueueLength> => {
  const rows = await db.$queryRaw<(Length & { lane: number; firsts: number })[]>`
    select least("priority" / ${LANE_WIDTH}::int, ${PRIORITY.rejudging / LANE_WIDTH}::int)::int as "lane",
      (count(*) filter (where "is_available"))::int as "waiting",
      (count(*) filter (where "is_available" and "priority" % ${LANE_WIDTH}::int = 0))::int as "firsts",
      (count(*) filter (where "locked_at" is not null))::int as "running"
    from graphile_worker._private_jobs
    where ("is_available" or "locked_at" is not null) and "task_id" = any (array(
      select "id" from graphile_worker._private_tasks where "identifier" = any (${[...HOST_TASKS]})))
    group by 1`
  const lanes = LANES.map((lane, i) => {
    const { waiting = 0, running = 0, firsts = 0 } = rows.find((row) => row.lane === i) ?? {}
    return { lane, waiting, running, firsts }
  })
  const sum = (count: (length: Length) => number) => lanes.reduce((total, lane) => total + count(lane), 0)
  return { waiting: sum(({ waiting }) => waiting), running: sum(({ running }) => running), lanes }
})

/** A host as pages show it. */
export type JudgeHostView = JudgeHost & { profile: HostProfile }

/** Live judge hosts; API servers have no slots and are left out. */
export const liveHosts = (ctx: Pick<Context, 'db' | 'now'>): Promise<JudgeHostView[]> =>
  together(ctx.db, 'live hosts', 'all', async () => {
    const silent = new Date(ctx.now.getTime() - HOST_SILENCE)
    const hosts = await ctx.db.judgeHost.findMany({
      where: { beatAt: { gt: silent } },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    })
    return [hosts.map(asView).filter(({ profile }) => profile.slots > 0)]
  })

export const asView = (host: JudgeHost): JudgeHostView => ({ ...host, profile: host.profile as HostProfile })

/** Why a host takes no jobs, in the viewer's language; null while it does. */
export const reasonOf = (ctx: Context, { reason }: JudgeHost): string | null =>
  inReadersWords(ctx, reason, { verdict: 'JUDGE_ERROR', manages: isStaff(ctx) })

/**
 * Whether a host in service can judge a submission that waits for one; true for others, and for viewers who may not know
 * the outcome.
 */
export async function hasHost(
  ctx: Context,
  submission: OfContest & Pick<Submission, 'state' | 'language'>,
): Promise<boolean> {
  const { state, language } = submission
  if (state !== 'QUEUED' || !findLanguage(language) || !shownOf(ctx, submission).outcome) return true
  const hosts = await liveHosts(ctx)
  return hosts.some(
    ({ reason, profile }) => reason === null && profile.languages.some(({ key }) => key === language),
  )
}

/** Longest delay (ms) by event: the queue changes with every job, and hosts send a heartbeat every second. */
const PACE: Partial<Record<AnyEvent['name'], number>> = {
  'queue.changed': 200,
  'submission.created': 200,
  'submission.judged': 200,
  'host.changed': 1000,
  'disk.turned': 0,
}

/** Queue and hosts now and, rate limited, after every change. */
export const watchJudging = (ctx: Context): AsyncIterable<true> =>
  watch<'queue', true>(ctx, {
    first: 'queue',
    sight: everything,
    concern: ({ name }) => {
      const wait = PACE[name]
      return wait === undefined ? null : { key: 'queue', wait }
    },
    read: async () => true,
  })
