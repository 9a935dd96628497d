import type { User } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count, counted, forget } from '../../core/pacing/throttle.ts'
import { verifyPassword } from '../../core/password.ts'

/** Wrong passwords that lock changes of an account for a while, in case its session was stolen. */
const MAX_FAILURES = 5
const LOCK_SECONDS = 30 * 60

/**
 * The viewer's account, after checking its password. The attempt is counted before the password is checked,
 * so that concurrent attempts get no more tries; `field` is the form field of the password.
 */
export async function requireOwner(ctx: Context, password: string, field: string): Promise<User> {
  requireLogin(ctx)
  const key = `wrong passwords: ${ctx.viewer.id}`
  const tries = await count(ctx.db, key, LOCK_SECONDS)
  if (tries > MAX_FAILURES) {
    const { secondsLeft } = await counted(ctx.db, key)
    throw new Refusal('ACCOUNT_LOCKED', { minutes: Math.max(1, Math.ceil(secondsLeft / 60)) })
  }
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.viewer.id } })
  if (!(await verifyPassword(user.passwordHash, password))) {
    throw new Refusal('PASSWORD_WRONG', { field, left: MAX_FAILURES - tries })
  }
  await forget(ctx.db, key)
  return user
}
