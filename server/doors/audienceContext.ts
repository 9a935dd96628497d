import type { Context } from '../context.ts'
import { rightsOf, rightsText } from '../policy/audience.ts'
import type { Asked, Standing } from '../policy/lent.ts'

/**
 * The context an audience asks with: it lends its rights and what it is in some places, not a name, a login or an
 * address. It is written out, so that whatever a context comes to hold is lent by decision alone. Reading what belongs
 * to one person, or what somebody is in another group, calls `asked`, which throws a PersonalRead.
 */
export function contextOfAudience(ctx: Context, standing: Standing, asked: Asked): Context {
  const { house, db, now, unsealed, since, locale } = ctx
  const client = {
    get ip() {
      return asked.personal()
    },
    get userAgent() {
      return asked.personal()
    },
  }
  const viewer = rightsOf(ctx.viewer, standing, asked)
  return { house, db, viewer, sessionId: null, now, unsealed, since, locale, client }
}

/** The same value with the keys of every object in one order. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, canonical(each)]))
}

/** What tells apart those who are lent the same, before anything is known of what they ask. */
export const rightsKey = ({ viewer, locale }: Pick<Context, 'viewer' | 'locale'>): string =>
  `${rightsText(viewer)} ${locale}`
