import type { Prisma } from '#prisma/generated/client.ts'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { usernameKeyOf } from '../../user/username.ts'

/** Usernames that a refusal lists. */
const MOST_NAMED = 5

/** Why users of a list are refused: they do not exist, belong to no group, or no rule admits them. */
type Fault = 'ACCOUNTS_UNKNOWN' | 'ACCOUNTS_OUTSIDE' | 'ACCOUNTS_UNFIT'

/** Refuses a list with the names that are wrong in it; none: passes. */
export function requireNone(names: readonly string[], field: string, code: Fault): void {
  if (names.length === 0) return
  const parameters = { count: names.length, names: names.slice(0, MOST_NAMED).join(', ') }
  throw new Refusal('INVALID_INPUT', { fields: { [field]: { code, parameters } } })
}

/** Users by their names in any case; refuses the list where some have no account. `field` is that of the list. */
export async function usersNamed(ctx: Context, names: readonly string[], field: string) {
  const given = new Map(names.map((name) => [usernameKeyOf(name), name]))
  const users = await ctx.db.user.findMany({
    where: { usernameKey: { in: [...given.keys()] }, endedAt: null },
    select: { id: true, username: true, usernameKey: true } satisfies Prisma.UserSelect,
  })
  const known = new Set(users.map(({ usernameKey }) => usernameKey))
  const unknown = [...given].filter(([key]) => !known.has(key)).map(([, name]) => name)
  requireNone(unknown, field, 'ACCOUNTS_UNKNOWN')
  return users
}
