import type { Context } from '../context.ts'
import { rightsOf, rightsText } from '../policy/audience.ts'
import type { Asked, Standing } from '../policy/lent.ts'

/**
 * Context of an audience: its rights and its roles in some groups, without a user, session or address.
 * Properties are listed one by one, so that a new one of the context is shared only by decision. Reading
 * personal data, or a role in another group, calls `asked`, which throws a PersonalRead.
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

/** The same value with the keys of every object sorted. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, each]) => [name, canonical(each)]))
}

/** Cache key prefix: role and locale. */
export const rightsKey = ({ viewer, locale }: Pick<Context, 'viewer' | 'locale'>): string =>
  `${rightsText(viewer)} ${locale}`
