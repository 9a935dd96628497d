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

/** What one process has once: drivers and the settings rules may ask for. */
export type House = {
  database: Database
  blobs: Blobs
  disk: Disk
  mailer: Mailer
  markdown: Markdown
  /** What happens on the site, in this process or another. */
  events: Bus<AnyEvent>
  /** Which contests close what, at any moment. */
  timetable: Timetable
  log: Log
  /** Where people reach the site, without a trailing slash. */
  publicUrl: string
  /** What judge hosts show to fetch blobs through the link door. */
  judgeSecret: string
  /** What was changed past the rules, such as by SQL, is known after this time (ms). */
  recheckMs: number
}

/** Everything a rule stands on. `now` is the only clock. */
export type Context = {
  house: House
  /** Prisma, or the open transaction of `transact`. */
  db: Db
  viewer: Viewer
  /** Who the viewer is by now, for what goes on for hours; a request is over before that changes. */
  viewerNow?: () => Viewer
  /** The login the request came with. */
  sessionId: number | null
  now: Date
  /** An organiser asks for what a seal hides. */
  unsealed?: boolean
  /** The moment (ms) up to which a subscriber has read what the subscription is about, where they said. */
  since?: number | null
  /** What sight has answered, by noun and id, where all is asked about one moment: while one event is told. */
  seen?: Map<string, Promise<boolean>>
  /** Told by a login to the door that it came through: whoever asked is no stranger any more. */
  welcome?: (userId: string) => void
  locale: Locale
  client: { ip: string; userAgent: string }
}

/** A context whose viewer is signed in. */
export type SignedInContext = Context & { viewer: SignedIn }

/** The context of this moment: a connection outlives its clock, and the role that its owner came with. */
export const afresh = (ctx: Context): Context => ({
  ...ctx,
  viewer: ctx.viewerNow ? ctx.viewerNow() : ctx.viewer,
  now: new Date(),
})

/** The context in which one event is read and told. */
export const ofEvent = (ctx: Context): Context => ({ ...afresh(ctx), seen: new Map() })

/** Who reads, for the rules of sight. */
export const readerOf = ({ viewer, house, now, unsealed = false }: ReadingContext): Reader => ({
  viewer,
  ...house.timetable.at(now),
  unsealed,
})

type ReadingContext = Pick<Context, 'viewer' | 'house' | 'now' | 'unsealed'>

/** Says that an answer is for this asker alone, though nothing of the asker was read, as where chance decides. */
export const answerAlone = (ctx: Context): void => void ctx.client.ip

/** Refuses guests; narrows the viewer for everything below. */
export function requireLogin(ctx: Context): asserts ctx is SignedInContext {
  if (ctx.viewer === null) throw new Refusal('UNAUTHENTICATED')
}

/** The first line of a rule that acts: refuses guests, then those whom the predicate refuses. */
export function authorize(ctx: Context, allowed: boolean): asserts ctx is SignedInContext {
  requireLogin(ctx)
  if (!allowed) throw new Refusal('FORBIDDEN')
}

/** The text in the reader's locale, else in the default one, else any. */
export function inLocale<T>(texts: Partial<Record<string, T>>, locale: Locale): T | undefined {
  return texts[locale] ?? texts[DEFAULT_LOCALE] ?? Object.values(texts)[0]
}
