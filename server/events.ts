import pg from 'pg'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import type { Context, House } from './context.ts'
import { type Bus, createBus } from './core/bus.ts'
import type { Log } from './core/log.ts'
import { enqueue } from './queue.ts'
import { reactionsTo } from './reactions.ts'
import { forgetAnswers } from './requestCache.ts'

/** Of one submission. `groupId` is left out by a judge host that is older than groups. */
type OfSubmission = {
  submissionId: number
  userId: string
  problemId: number
  contestId: number | null
  groupId?: number | null
}

/** Everything that can happen on the site. Payloads are ids: whoever hears one reads afresh, as themselves. */
export type Events = {
  'submission.created': OfSubmission
  'submission.progressed': OfSubmission
  'submission.judged': OfSubmission
  'submission.changed': OfSubmission
  /** Its outcome is in tallies and progress: lists have heard of the outcome itself. */
  'submission.counted': OfSubmission
  /** `wasListed`: whether the public list showed it before; left out: as it does now. */
  'contest.changed': { contestId: number; wasListed?: boolean }
  /** `wasListed`: those who take part saw it before. */
  'contestNotice.changed': { noticeId: number; contestId: number; wasListed: boolean }
  /** Its balloon was claimed or brought. */
  'delivery.changed': { contestId: number; submissionId: number }
  /** Somebody registered for it, was disqualified or taken back, or its account rule takes them now or no longer. */
  'participation.changed': { contestId: number; userId: string }
  /** People in it were given seats, which balloons and prints name. */
  'seats.changed': { contestId: number }
  /** One of a contest that is held back began, was judged to its end, or was applied or dropped. */
  'rejudging.heldChanged': { contestId: number; rejudgingId: number }
  /** It was asked for, or printed. */
  'print.changed': { contestId: number; printId: number }
  /**
   * Somebody said something about a subject, took it back, or likes it. `by`: whose words these are, of the comment and
   * of the reply; `isOfficial`: all of them are those of whom the subject belongs to.
   */
  'comment.changed': {
    subject: { kind: string; id: number }
    commentId: number
    replyId: number | null
    change: 'CREATED' | 'CHANGED' | 'REMOVED'
    by: readonly string[]
    isOfficial: boolean
  }
  /** It began, froze, ended, thawed or was changed, and the timetable knows: each process tells itself (timetable.ts). */
  'contest.turned': { contestId: number }
  /** It became public, or is it no longer. */
  'problem.published': { problemId: number }
  'problem.hidden': { problemId: number }
  /** All members of its group see it from now on, or only those who manage it. */
  'groupProblem.shown': { problemId: number; groupId: number }
  'groupProblem.hidden': { problemId: number; groupId: number }
  /** Its version was counted up. */
  'problem.changed': { problemId: number }
  /** Somebody opened its form, or closed it. */
  'problem.opened': { problemId: number }
  'trial.progressed': { trialId: string; userId: string }
  /** A solution that is kept with the problem is judged, or solutions are added, changed or removed. */
  'solution.progressed': { problemId: number }
  /** Its generators, validators or script changed, or making its cases came on, which are so many. */
  'making.progressed': { problemId: number; caseCount: number }
  'queue.changed': Record<string, never>
  'host.changed': { hostId: string }
  /** The disk of a server is full, or has room again: each process tells itself (core/disk.ts). */
  'disk.turned': Record<string, never>
  'operation.changed': { operationId: number }
  /** `wasListed`: the list showed it before; `isNew`: nobody saw it before. */
  'notice.changed': { noticeId: number; wasListed: boolean; isNew: boolean }
  'slide.changed': { slideId: number; wasThere: boolean }
  'notification.changed': { userId: string }
  'site.configured': { key: string }
  /** Somebody's role or ban changed; PostgreSQL itself tells of it, whoever changed the row. */
  'reader.changed': { userId: string }
  /** Somebody's role in a group changed; PostgreSQL itself tells of it, whoever changed the row. */
  'membership.changed': { userId: string; groupId: number }
  /** Who sees a group, whether it is open, or whose it is; PostgreSQL itself tells of it, whoever changed the row. */
  'group.changed': { groupId: number }
  'profile.changed': { userId: string }
  /** Bytes were stored or removed, or are held by others now. */
  'storage.changed': Record<string, never>
  /** Its owner changed it (CHANGED), or set a new one by the link of a mail (RESET). `at`: when, ISO 8601. */
  'password.changed': { userId: string; way: 'CHANGED' | 'RESET'; at: string }
  'session.ended': { userId: string; sessionId: number | null }
}

export type EventName = keyof Events
export type AnyEvent = { [Name in EventName]: { name: Name; payload: Events[Name] } }[EventName]

/**
 * Tells the site that something happened, and queues the jobs that react to it (reactions.ts). Inside a transaction PostgreSQL
 * holds both back until the commit, so nobody reads afresh before there is something to read.
 */
export async function emit<Name extends EventName>(
  ctx: Pick<Context, 'db'>,
  name: Name,
  payload: Events[Name],
) {
  for (const { job, told, key } of reactionsTo(name, payload))
    await enqueue(ctx.db, job, told, key === undefined ? {} : { key })
  await ctx.db.$executeRaw`select pg_notify(${EVENT_CHANNEL}, ${JSON.stringify({ name, payload })})`
}

/** Runs `work` in one transaction; its context carries the transaction. Nested calls join the outer one. */
export async function transact<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (!('$transaction' in ctx.db)) return work(ctx)
  const { viewer } = ctx
  let within = ctx
  try {
    const done = await ctx.db.$transaction(
      (db) => {
        within = { ...ctx, db }
        return work(within)
      },
      { timeout: 30_000, maxWait: 10_000 },
    )
    // It may have renewed the viewer's memberships (memberships.ts).
    if (within.viewer !== viewer) ctx.viewer = within.viewer
    return done
  } finally {
    forgetAnswers(ctx)
  }
}

/**
 * As `transact`; inside an outer transaction, what a `work` that throws has written is undone, and the outer one can
 * go on.
 */
export async function attempt<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { db } = ctx
  const mark = (act: 'savepoint' | 'release savepoint' | 'rollback to savepoint') =>
    db.$executeRawUnsafe(`${act} attempt`)
  if ('$transaction' in db) return transact(ctx, work)
  await mark('savepoint')
  try {
    const done = await work(ctx)
    await mark('release savepoint')
    return done
  } catch (error) {
    await mark('rollback to savepoint')
    throw error
  }
}

/** The events of a process; a listener that fails is written to the log. */
export const createEvents = (log: Log): Bus<AnyEvent> =>
  createBus<AnyEvent>((error, event) => log.error({ err: error, event: event.name }, 'a listener failed'))

/** The event in a message, or null for what no emit of ours wrote. */
function read(text: string): AnyEvent | null {
  try {
    const event = JSON.parse(text) as Partial<AnyEvent> | null
    const whole =
      typeof event?.name === 'string' && typeof event.payload === 'object' && event.payload !== null
    return whole ? (event as AnyEvent) : null
  } catch {
    return null
  }
}

/**
 * Opens the one listening connection of this process. A lost connection is opened again, and because events sent
 * meanwhile are gone, everybody who follows is told of the interruption.
 */
export async function hear(
  databaseUrl: string,
  { events, log }: Pick<House, 'events' | 'log'>,
): Promise<() => Promise<void>> {
  const deliver = (text: string) => {
    const event = read(text)
    if (event) events.deliver(event)
    else log.warn({ text: text.slice(0, 200) }, 'an event that makes no sense')
  }
  let closed = false
  let client: pg.Client | null = null

  const connect = async () => {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    next.on('notification', (message) => deliver(message.payload ?? ''))
    next.on('error', () => {})
    try {
      await next.connect()
      await next.query(`listen ${EVENT_CHANNEL}`)
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    // Attach 'end' only after connecting: a failed attempt also emits it and would start a second loop.
    next.on('end', () => {
      if (!closed) void reconnect()
    })
    client = next
  }

  const reconnect = async () => {
    log.warn({}, 'the event connection was lost')
    for (let wait = 50; !closed; wait = Math.min(wait * 2, 2000)) {
      try {
        await connect()
        events.interrupt()
        return
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  await connect()
  return async () => {
    closed = true
    await client?.end()
  }
}
