import { HOST_SILENCE, type HostProfile, JUDGE_TASK, TRIAL_TASK } from '#judge/protocol.ts'
import type { JudgeHost } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import type { AnyEvent } from '../../events.ts'
import { watch } from '../submission/watch.ts'

/** Jobs waiting for a host, and jobs that hosts are at. */
export type QueueLength = { waiting: number; running: number }

/** How long the queue of the judge hosts is, test runs included. */
export async function queueLength(ctx: Context): Promise<QueueLength> {
  const [row] = await ctx.db.$queryRaw<QueueLength[]>`
    select (count(*) filter (where "locked_at" is null))::int as "waiting",
      (count(*) filter (where "locked_at" is not null))::int as "running"
    from graphile_worker.jobs
    where "task_identifier" in (${JUDGE_TASK}, ${TRIAL_TASK}) and "attempts" <= "max_attempts"`
  return row ?? { waiting: 0, running: 0 }
}

/** A host as pages show it. */
export type JudgeHostView = JudgeHost & { profile: HostProfile }

/** The judge hosts that are alive; processes that take no judging work (API servers) have no slots. */
export async function liveHosts(ctx: Context): Promise<JudgeHostView[]> {
  const silent = new Date(ctx.now.getTime() - HOST_SILENCE)
  const hosts = await ctx.db.judgeHost.findMany({
    where: { beatAt: { gt: silent } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return hosts.map(asView).filter(({ profile }) => profile.slots > 0)
}

export const asView = (host: JudgeHost): JudgeHostView => ({ ...host, profile: host.profile as HostProfile })

/** The queue changes with every job; nobody needs to see each step (ms). */
const PACE = 200

/** The state of the queue now and, not too often, after every change. */
export const watchJudging = (): AsyncIterable<true> =>
  watch<'queue', true>(
    ['queue'],
    (event) => (MOVES_QUEUE.has(event.name) ? { key: 'queue', wait: PACE } : null),
    async () => true,
  )

const MOVES_QUEUE: ReadonlySet<AnyEvent['name']> = new Set([
  'queue.changed',
  'submission.created',
  'submission.judged',
])
