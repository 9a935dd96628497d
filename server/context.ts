import { DEFAULT_LOCALE, type Locale } from '#locales/i18n.ts'
import type { Blobs } from './core/blobs.ts'
import type { Bus } from './core/bus.ts'
import type { Database, Db } from './core/db.ts'
import type { Disk } from './core/disk.ts'
import { Refusal } from './core/errors.ts'
import type { Log } from './core/log.ts'
import type { Mailer } from './core/mailer.ts'
import type { Markdown } from './core/markdown.ts'
import type { AnyEvent } from './events.ts'
import type { Reader } from './policy/reader.ts'
import type { SignedIn, Viewer } from './policy/viewer.ts'
import type { Timetable } from './timetable.ts'

/** Waits of judging elsewhere (ms). */
export type BankTiming = {
  /** Between the first polls; later ones wait longer (area-rules B6). */
  pollMs: number
  /** Longest wait between two polls. */
  slowestPollMs: number
  /** After a request that failed. */
  retryMs: number
  /** How long a submission waits for an account, or for a bank that does not answer (area-rules B6). */
  patienceMs: number
  /** Share of the pause that a bank asks for between two submissions of one account. */
  pace: number
  /** How long a process keeps a run without a sign of life. */
  leaseMs: number
}

/** Drivers and settings of one process. */
export type House = {
  database: Database
  blobs: Blobs
  disk: Disk
  mailer: Mailer
  markdown: Markdown
  /** Events of the site, from all processes. */
  events: Bus<AnyEvent>
  /** Contests by what they close, at any moment. */
  timetable: Timetable
  log: Log
  /** Public URL of the site, without a trailing slash. */
  publicUrl: string
  /** Token of judge hosts for the blob link endpoint. */
  judgeSecret: string
  /** Where other judges are reached, and how patiently. */
  banks: { origins: Readonly<Record<string, string>>; proxy: string | null; timing: BankTiming }
  /** Interval (ms) after which direct changes in SQL are noticed. */
  recheckMs: number
}

/** Context of a request, passed to every rule. `now` is the only clock. */
export type Context = {
  house: House
  /** Prisma, or the open transaction of `transact`. */
  db: Db
  viewer: Viewer
  /** The current viewer, for long-lived connections; unset in requests. */
  viewerNow?: () => Viewer
  /** Id of the request's session; null: none. */
  sessionId: number | null
  now: Date
  /** An organiser requests unfrozen data. */
  unsealed?: boolean
  /** Moment (ms) up to which the subscriber has read the data; null or unset: unknown. */
  since?: number | null
  /** Cached visibility checks by noun and id, of one query or event. */
  seen?: Map<string, Promise<boolean>>
  /** Called after a login: tells the transport the user of an anonymous request. */
  welcome?: (userId: string) => void
  locale: Locale
  client: { ip: string; userAgent: string }
}

/** Context of background jobs: a guest, at the present time. */
export const contextOfHouse = (house: House): Context => ({
  house,
  db: house.database.prisma,
  viewer: null,
  sessionId: null,
  now: new Date(),
  locale: DEFAULT_LOCALE,
  client: { ip: '', userAgent: '' },
})

/** A context with a signed-in viewer. */
export type SignedInContext = Context & { viewer: SignedIn }

/** Context with the present time and viewer, for connections that outlive both. */
export const afresh = (ctx: Context): Context => ({
  ...ctx,
  viewer: ctx.viewerNow ? ctx.viewerNow() : ctx.viewer,
  now: new Date(),
})

/** Context for reading and telling one event, with its own cache of visibility checks. */
export const ofEvent = (ctx: Context): Context => ({ ...afresh(ctx), seen: new Map() })

/** Reader for the visibility rules. */
export const readerOf = ({ viewer, house, now, unsealed = false }: ReadingContext): Reader => ({
  viewer,
  ...house.timetable.at(now),
  unsealed,
})

type ReadingContext = Pick<Context, 'viewer' | 'house' | 'now' | 'unsealed'>

/** Marks an answer as personal, so that it is not shared, for example when it is random. */
export const answerAlone = (ctx: Context): void => void ctx.client.ip

/** Refuses guests; narrows the viewer's type. */
export function requireLogin(ctx: Context): asserts ctx is SignedInContext {
  if (ctx.viewer === null) throw new Refusal('UNAUTHENTICATED')
}

/** Refuses guests, then viewers without permission. First line of every rule that writes. */
export function authorize(ctx: Context, allowed: boolean): asserts ctx is SignedInContext {
  requireLogin(ctx)
  if (!allowed) throw new Refusal('FORBIDDEN')
}

/** Text in the reader's locale, else in the default one, else in any. */
export function inLocale<T>(texts: Partial<Record<string, T>>, locale: Locale): T | undefined {
  return texts[locale] ?? texts[DEFAULT_LOCALE] ?? Object.values(texts)[0]
}
