import { LRUCache } from 'lru-cache'
import { type Context, type House, requireLogin, type SignedInContext } from '../../context.ts'
import { unlessRefused } from '../../core/errors.ts'
import type { AnyEvent, EventName } from '../../events.ts'
import { type Concern, GONE, watch } from '../../watch.ts'
import { isAboutGroup } from '../group/group.ts'
import { COUNTING, standsOnBoard } from '../scoreboard/boards.ts'
import { type Notification, notificationsOf } from '../scoreboard/record/eventFeed.ts'
import { ownerOfSession } from '../user/session.ts'
import { findServed, type Memory, newMemory, readServed, SERVED } from './contestApi.ts'
import { FeedLog } from './feedLog.ts'

/** Log of one contest and organiser, with what its last read found, and its running read. */
type Kept = {
  log: FeedLog
  memory: Memory
  teams: ReadonlySet<string>
  problems: ReadonlySet<number>
  /** Duration of the last read (ms). */
  tookMs: number
  reading: Promise<unknown>
}

/** Logs that are kept, and for how long (ms) after their last use. */
const MOST_LOGS = 100
const KEPT_MS = 60 * 60_000

/** Changes within this time (ms) are told together; in large contests within a multiple of what a read takes. */
const GATHER_MS = 200
const SLOWEST_MS = 5_000
const PER_READ = 4

/** Longest time (ms) without a line; the specification allows two minutes, proxies often one. */
const LONGEST_SILENCE_MS = 25_000

const logsOfHouse = new WeakMap<House, LRUCache<string, Kept>>()

/** Log of the contest for the viewer, whose rights decide what it has. */
function keptOf({ house, viewer }: SignedInContext, contestId: number): Kept {
  const logs = logsOfHouse.get(house) ?? new LRUCache<string, Kept>({ max: MOST_LOGS, ttl: KEPT_MS })
  logsOfHouse.set(house, logs)
  const key = `${contestId} ${viewer.id}`
  const kept = logs.get(key) ?? {
    log: new FeedLog(),
    memory: newMemory(),
    teams: new Set(),
    problems: new Set(),
    tookMs: 0,
    reading: Promise.resolve(),
  }
  logs.set(key, kept)
  return kept
}

/** Reads the contest and notes its changes. Reads of one log follow each other, so that none undoes a later one. */
function renew(ctx: Context, contestId: number, kept: Kept): Promise<void> {
  const reading = kept.reading.then(async () => {
    const began = performance.now()
    const { record, objects, state } = await readServed(ctx, contestId, kept.memory)
    const contest: Notification = { type: 'contest', id: null, data: objects.contest }
    // The state that ends the updates stands after all of them.
    kept.log.update([contest, ...notificationsOf(objects, SERVED), { type: 'state', id: null, data: state }])
    kept.teams = new Set(record.teams.map(({ id }) => id))
    kept.problems = new Set(record.problems.map(({ id }) => id))
    kept.tookMs = performance.now() - began
  })
  kept.reading = reading.catch(() => {})
  return reading
}

const OF_CONTEST: ReadonlySet<EventName> = new Set([
  ...COUNTING,
  'submission.created',
  'participation.changed',
  'seats.changed',
  'contest.changed',
  'contest.turned',
  'contestNotice.changed',
])

/** Whether an event may change an object of a contest. */
function changes(
  event: AnyEvent,
  { house }: Context,
  { id, groupId }: { id: number; groupId: number | null },
  { teams, problems }: Kept,
): boolean {
  const { name, payload } = event
  if (name === 'comment.changed') return payload.subject.kind === 'contest' && payload.subject.id === id
  if (name === 'problem.changed') return problems.has(payload.problemId)
  if (name === 'profile.changed' || name === 'reader.changed')
    return teams.has(payload.userId) || standsOnBoard(house, id, payload.userId)
  if (name === 'site.configured' || isAboutGroup(event, groupId)) return true
  return OF_CONTEST.has(name) && 'contestId' in payload && payload.contestId === id
}

/** Whether an event may end the login or the rights of a user. */
const doubts = ({ name, payload }: AnyEvent, userId: string): boolean =>
  (name === 'session.ended' || name === 'reader.changed' || name === 'membership.changed') &&
  payload.userId === userId

/**
 * Event feed of an ACM contest that the viewer organises: all objects, then their changes, each a line; from a token on,
 * the changes since. A newline keeps the connection alive. It ends with the login, with the rights of the viewer, and with
 * `signal`. Null: the token is unknown.
 */
export async function eventFeedOf(
  ctx: Context,
  contestId: number,
  { since, signal }: { since: string | null; signal: AbortSignal },
): Promise<AsyncGenerator<string> | null> {
  requireLogin(ctx)
  const { house, sessionId, viewer } = ctx
  const contest = await findServed(ctx, contestId)
  const kept = keptOf(ctx, contestId)
  const { log } = kept
  let step = since === null ? null : log.stepOf(since)
  if (since !== null && step === null) return null
  const owner = () => (sessionId === null ? null : ownerOfSession(house, sessionId))

  const stream = watch<'objects', string>(ctx, {
    first: 'objects',
    concern: (event): Concern<'objects'> | null => {
      if (doubts(event, viewer.id)) return { key: 'objects', wait: 0 }
      if (!changes(event, ctx, contest, kept)) return null
      return { key: 'objects', wait: Math.min(Math.max(GATHER_MS, PER_READ * kept.tookMs), SLOWEST_MS) }
    },
    read: async (now) => {
      const current = await owner()
      if (!current) return GONE
      const read = renew({ ...now, viewer: current.viewer }, contestId, kept).then(() => true)
      if (!(await unlessRefused(read))) return GONE
      const lines = step === null ? log.snapshot() : log.since(step)
      step = log.step
      return lines.length > 0 ? lines.join('') : null
    },
  })
  return alive(stream, signal, {
    silenceMs: Math.min(house.recheckMs, LONGEST_SILENCE_MS),
    may: async () => (await owner()) !== null,
  })
}

/** Lines of a stream, with a newline after each silence, until it ends, `signal` is aborted or `may` denies it. */
async function* alive(
  stream: AsyncIterable<string>,
  signal: AbortSignal,
  { silenceMs, may }: { silenceMs: number; may(): Promise<boolean> },
): AsyncGenerator<string> {
  const lines = stream[Symbol.asyncIterator]()
  const aborted = new Promise<'aborted'>((resolve) => {
    if (signal.aborted) resolve('aborted')
    signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })
  try {
    let next = lines.next()
    for (;;) {
      let timer: NodeJS.Timeout | undefined
      const silence = new Promise<'silence'>((resolve) => {
        timer = setTimeout(() => resolve('silence'), silenceMs)
      })
      const told = await Promise.race([next, silence, aborted])
      clearTimeout(timer)
      if (told === 'aborted') return
      if (told === 'silence') {
        if (!(await may())) return
        yield '\n'
      } else if (told.done) return
      else {
        yield told.value
        next = lines.next()
      }
    }
  } finally {
    await lines.return?.()
  }
}
