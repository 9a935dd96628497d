import pg from 'pg'
import { EVENT_CHANNEL } from '#judge/protocol.ts'
import type { NoticeAudience, NotificationKind, Role } from '#prisma/generated/enums.ts'
import type { Context, House } from './context.ts'
import { type Bus, createBus } from './core/bus.ts'
import type { Log } from './core/log.ts'
import { isDeadlock } from './core/outage.ts'
import { type AddressLetter, enqueue } from './queue.ts'
import { reactionsTo } from './reactions.ts'
import { forgetAnswers } from './requestCache.ts'

/** Payload of one submission's events. Judge hosts older than groups omit `groupId`. */
type OfSubmission = {
  submissionId: number
  userId: string
  problemId: number
  contestId: number | null
  groupId?: number | null
}

/** Figures that place an account in the rank lists. */
export type RankFigures = { solved: number; submitted: number; score: number }

/** Change of an account's figures; null before or after: no list showed or shows it. Null `userId`: any new one. */
export type RankMove = { userId: string | null; before: RankFigures | null; after: RankFigures | null }

/** All events of the site. Payloads are ids: each subscriber reloads the row with its own rights. */
export type Events = {
  'submission.created': OfSubmission
  'submission.progressed': OfSubmission
  'submission.judged': OfSubmission
  'submission.changed': OfSubmission
  /** The outcome is in tallies and progress; other events announce the outcome itself. */
  'submission.counted': OfSubmission
  /** `wasListed`: whether the public list showed it before; unset: as now. `ofProblems`: only its problems changed. */
  'contest.changed': { contestId: number; wasListed?: boolean; ofProblems?: true }
  /** `wasListed`: participants saw it before. */
  'contestNotice.changed': { noticeId: number; contestId: number; wasListed: boolean }
  /** A balloon was claimed or delivered. */
  'delivery.changed': { contestId: number; submissionId: number }
  /** A user registered, was disqualified or reinstated, or the account rule admits them now or no longer. */
  'participation.changed': { contestId: number; userId: string }
  /** Participants' seats changed, which balloons and prints show. */
  'seats.changed': { contestId: number }
  /** A contest's held rejudging began, finished, was applied or was dropped. */
  'rejudging.heldChanged': { contestId: number; rejudgingId: number }
  /** A print was requested or printed. */
  'print.changed': { contestId: number; printId: number }
  /**
   * A comment or reply was written, deleted or liked. `by`: authors of the comment and the reply;
   * `isOfficial`: all of them
   * are officials of the subject; `answeredId`: the reply that a new reply answers.
   */
  'comment.changed': {
    subject: { kind: string; id: number }
    commentId: number
    replyId: number | null
    change: 'CREATED' | 'CHANGED' | 'REMOVED'
    by: readonly string[]
    isOfficial: boolean
    answeredId?: number | null
  }
  /** A user likes a comment, or a post. */
  'comment.liked': { subject: { kind: string }; commentId: number; userId: string }
  'discussion.liked': { discussionId: number; userId: string }
  /**
   * A post was written, changed, liked, viewed, commented on or deleted. Listed: lists show it. FIGURES: only its likes,
   * views or comments changed.
   */
  'discussion.changed': {
    discussionId: number
    groupId: number | null
    what: 'CREATED' | 'CHANGED' | 'FIGURES' | 'REMOVED'
    wasListed: boolean
    isListed: boolean
  }
  /** A category of posts was created, renamed, moved or deleted. */
  'discussionCategory.changed': Record<string, never>
  /** A training, its problems or its registrations changed. Listed: the list of its place shows it. */
  'training.changed': { trainingId: number; groupId: number | null; wasListed: boolean; isListed: boolean }
  /** A category of trainings was created, changed or deleted. */
  'trainingCategory.changed': Record<string, never>
  /** A lesson was created, changed, moved, or deleted with all beneath it. */
  'lesson.changed': { lessonId: number; change: 'CREATED' | 'CHANGED' | 'MOVED' | 'REMOVED' }
  /** The times of homework changed, or the extension or a mark of one student. */
  'homework.changed': { trainingId: number; groupId: number; userId: string | null }
  /**
   * The problems of homework were opened or closed by its times, and the timetable has it. Local to each process
   * (timetable.ts).
   */
  'homework.turned': { trainingId: number }
  /** A row of a training's rank changed. PostgreSQL triggers emit it for every writer. */
  'training.ranked': { trainingId: number }
  /** A comparison of the solutions in a training began or advanced, or a pair was marked. */
  'similarity.changed': { trainingId: number }
  /** A report of a post was sent or checked. */
  'discussionReport.changed': { reportId: number }
  /**
   * A contest started, froze, ended, thawed or was changed, and the timetable has it. Local to each process
   * (timetable.ts).
   */
  'contest.turned': { contestId: number }
  /** A public problem of the site is new. */
  'problem.created': { problemId: number }
  /** A problem became public, or is not any more. */
  'problem.published': { problemId: number }
  'problem.hidden': { problemId: number }
  /** All members of the group see the problem now, or only its managers do. */
  'groupProblem.shown': { problemId: number; groupId: number }
  'groupProblem.hidden': { problemId: number; groupId: number }
  /** The problem's version was incremented, or its full score changed. */
  'problem.changed': { problemId: number }
  /** A user opened or closed the problem's form. */
  'problem.opened': { problemId: number }
  'trial.progressed': { trialId: string; userId: string }
  /** A solution of the problem was judged, added, changed or removed. */
  'solution.progressed': { problemId: number }
  /** Generators, validators or the script changed, or the generation of cases advanced to `caseCount`. */
  'making.progressed': { problemId: number; caseCount: number }
  'queue.changed': Record<string, never>
  'host.changed': { hostId: string }
  /** A server's disk is full, or has space again. Local to each process (core/disk.ts). */
  'disk.turned': Record<string, never>
  'operation.changed': { operationId: number }
  /** `wasListed`: the list showed it before; `isNew`: nobody saw it before. */
  'notice.changed': { noticeId: number; wasListed: boolean; isNew: boolean }
  /** A notice was delivered to its audience, edited or withdrawn. */
  'systemNotice.changed': {
    noticeId: number
    change: 'CREATED' | 'CHANGED' | 'REMOVED'
    audience: NoticeAudience
  }
  'slide.changed': { slideId: number; wasThere: boolean }
  /** One notification of a user was told, read or removed; without `row`, many were. */
  'notification.changed': {
    userId: string
    row?: { id: number; kind: NotificationKind; change: 'CREATED' | 'CHANGED' | 'REMOVED' }
  }
  'site.configured': { key: string }
  /** A user's role or ban changed. A PostgreSQL trigger emits it for every writer. */
  'reader.changed': { userId: string }
  /**
   * A user's row in a group was added, changed or removed. `memberId`: number of the row; `wasThere`: it existed before.
   * A PostgreSQL trigger emits it for every writer.
   */
  'membership.changed': { userId: string; groupId: number; memberId: number; wasThere: boolean }
  /**
   * A group was created, changed or disbanded. `wasListed`: the list of the site had it before. A PostgreSQL trigger
   * emits it for every writer.
   */
  'group.changed': { groupId: number; wasListed: boolean }
  /** `wasListed`: members saw it before. */
  'groupNotice.changed': { noticeId: number; groupId: number; wasListed: boolean }
  /** An invitation to a group was created, used or revoked. `isNew`: it was created. */
  'groupInvitation.changed': { invitationId: number; groupId: number; isNew: boolean }
  /** Figures of an account changed; both null: of many. A PostgreSQL trigger emits it for every writer. */
  'rank.changed': RankMove
  /** Changes of ranks, coalesced; null: of many. Local to each process (rank/moves.ts). */
  'ranks.moved': { moves: RankMove[] | null }
  /** As 'rank.changed', in the rank of a group; null `userId`: many accounts. */
  'groupRank.changed': RankMove & { groupId: number }
  /** As 'ranks.moved', in the rank of a group. */
  'groupRanks.moved': { groupId: number; moves: RankMove[] | null }
  /** Accounts of a bank, or the submissions that wait there, changed. */
  'bank.changed': { bank: string }
  /** Points of an account were credited or debited; null: of many. A PostgreSQL trigger emits it for every writer. */
  'points.changed': { userId: string | null }
  /** Goods of the shop were created, changed, sold or deleted. Listed: the shop shows them. */
  'shopItem.changed': { itemId: number; wasThere: boolean; wasListed: boolean }
  /** An order was placed, shipped or refused. */
  'shopOrder.changed': { orderId: number; userId: string; isNew: boolean }
  /**
   * A row of a list of the administration was created, changed or deleted. `groupId`: of problems, contests, trainings and
   * tags. PostgreSQL triggers emit it for every writer.
   */
  'administration.changed': {
    list: 'PROBLEMS' | 'CONTESTS' | 'TRAININGS' | 'ACCOUNTS' | 'TAGS' | 'AUDIT'
    groupId: number | null
  }
  'profile.changed': { userId: string }
  /** Stored bytes were added or removed, or changed owners. */
  'storage.changed': Record<string, never>
  /**
   * The user changed it (CHANGED), or set a new one by the link of a mail (RESET); an administrator set another account's
   * (SET). `at`: ISO 8601.
   */
  'password.changed': { userId: string; way: 'CHANGED' | 'RESET' | 'SET'; at: string }
  /** An account has another address. `former`: the mail to the one before, if it was verified. `at`: ISO 8601. */
  'email.changed': { userId: string; at: string; former: AddressLetter | null }
  /** An administrator changed the role of another account. `at`: ISO 8601. */
  'role.changed': { userId: string; before: Role; after: Role; at: string }
  /** A login from a device and network without another one in 30 days. `time`: for reading; `at`: ISO 8601. */
  'login.unfamiliar': { userId: string; device: string; address: string; time: string; at: string }
  'session.ended': { userId: string; sessionId: number | null }
}

export type EventName = keyof Events
export type AnyEvent = { [Name in EventName]: { name: Name; payload: Events[Name] } }[EventName]

/**
 * Broadcasts an event and queues the jobs that react to it (reactions.ts). In a transaction, PostgreSQL
 * delays both until
 * the commit, so that readers see the written rows.
 */
export async function emit<Name extends EventName>(
  ctx: Pick<Context, 'db'>,
  name: Name,
  payload: Events[Name],
) {
  await react(ctx, name, payload)
  await ctx.db.$executeRaw`select pg_notify(${EVENT_CHANNEL}, ${JSON.stringify({ name, payload })})`
}

/** `emit` of many events of one name, in one statement. */
export async function emitEach<Name extends EventName>(
  ctx: Pick<Context, 'db'>,
  name: Name,
  payloads: readonly Events[Name][],
) {
  for (const payload of payloads) await react(ctx, name, payload)
  const events = payloads.map((payload) => JSON.stringify({ name, payload }))
  await ctx.db.$executeRaw`
    select pg_notify(${EVENT_CHANNEL}, "event") from unnest(${events}::text[]) as told("event")`
}

/** Queues the jobs that react to an event. */
async function react<Name extends EventName>({ db }: Pick<Context, 'db'>, name: Name, payload: Events[Name]) {
  for (const { job, told, key } of reactionsTo(name, payload))
    await enqueue(db, job, told, key === undefined ? {} : { key })
}

/** How often a transaction is tried whose rows another one locked in the other order. */
const TRIES = 3

/**
 * Runs `work` in one transaction, with the transaction in its context, and undoes it after `timeout` (ms). Nested calls
 * join the outer one. After a deadlock `work` runs again from its beginning: what it does beside the database must
 * bear that.
 */
export async function transact<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
  { timeout = 30_000 }: { timeout?: number } = {},
): Promise<T> {
  if (!('$transaction' in ctx.db)) return work(ctx)
  const { viewer, db } = ctx
  let within = ctx
  const run = () =>
    db.$transaction(
      (db) => {
        within = { ...ctx, db }
        return work(within)
      },
      { timeout, maxWait: 10_000 },
    )
  try {
    for (let left = TRIES - 1; ; left--) {
      try {
        const done = await run()
        // `work` may have reloaded the viewer's memberships (memberships.ts).
        if (within.viewer !== viewer) ctx.viewer = within.viewer
        return done
      } catch (error) {
        if (left === 0 || !isDeadlock(error)) throw error
        ctx.house.log.info({ err: error }, 'a transaction met a deadlock and begins again')
      }
    }
  } finally {
    forgetAnswers(ctx)
  }
}

/** `transact` with a savepoint: an error in `work` undoes only its own writes in the outer transaction. */
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

/** Topic of the streams of one user's notifications; every open page has such a stream. */
export const notificationTopic = (userId: string): string => `notification ${userId}`

/** Topic of the notices of super administrators, which every open page of a user hears. */
export const NOTICE_TOPIC = 'systemNotice'

const topicOf = ({ name, payload }: AnyEvent): string | null => {
  if (name === 'systemNotice.changed') return NOTICE_TOPIC
  return name === 'notification.changed' ? notificationTopic(payload.userId) : null
}

/** Event bus of a process; errors of listeners are logged. */
export const createEvents = (log: Log): Bus<AnyEvent> =>
  createBus<AnyEvent>(
    (error, event) => log.error({ err: error, event: event.name }, 'a listener failed'),
    topicOf,
  )

/** Parses a message; null when `emit` did not write it. */
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

/** Name of the listening connection in pg_stat_activity. */
export const LISTENING = 'events'

/** Time (ms) between two queries on the listening connection, and the longest wait for an answer. */
const PULSE = 15_000

/**
 * Opens the listening connection of this process and reopens a lost one, also one that a network dropped without a
 * word. Events sent meanwhile are lost, so subscribers are told of the interruption.
 */
export async function hear(
  databaseUrl: string,
  { events, log }: Pick<House, 'events' | 'log'>,
  pulse = PULSE,
): Promise<() => Promise<void>> {
  const deliver = (text: string) => {
    const event = read(text)
    if (event) events.deliver(event)
    else log.warn({ text: text.slice(0, 200) }, 'an event that makes no sense')
  }
  let closed = false
  let client: pg.Client | null = null

  const connect = async () => {
    const next = new pg.Client({
      connectionString: databaseUrl,
      application_name: LISTENING,
      keepAlive: true,
      connectionTimeoutMillis: pulse,
      query_timeout: pulse,
    })
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
    const beat = setInterval(() => {
      // Ending a client whose query is unanswered destroys its connection.
      next.query('select 1').catch(() => next.end().catch(() => {}))
    }, pulse)
    next.on('end', () => {
      clearInterval(beat)
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
