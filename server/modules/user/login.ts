import type { User } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { count, counted, forget, takeTurn } from '../../core/pacing/throttle.ts'
import { passwordLength, verifyPassword } from '../../core/password.ts'
import { rateKeyOf } from '../../core/proxies.ts'
import { transact } from '../../events.ts'
import { isStaff, viewerOf } from '../../policy/viewer.ts'
import { openSession } from './session.ts'
import { tellUnfamiliar } from './unfamiliarLogin.ts'
import { findUserByName } from './user.ts'
import { usernameKeyOf } from './username.ts'

/**
 * Failures that lock a name for the network address they came from, so that others cannot lock out its owner.
 */
const MAX_FAILURES = 20
const LOCK_SECONDS = 30 * 60

/** Generated accounts have passwords of up to 25 characters; longer ones do not exist. */
const MAX_PASSWORD = 25

export type Credentials = { username: string; password: string }
export type Login = { user: User; token: string; sessionId: number }

const lockedOut = (secondsLeft: number) =>
  new Refusal('LOCKED_OUT', { minutes: Math.max(1, Math.ceil(secondsLeft / 60)) })

/**
 * The account of a name and a password. The attempt is counted before the password is checked, so that
 * concurrent attempts get no more tries.
 */
async function requireAccount(ctx: Context, { username, password }: Credentials): Promise<User> {
  const pair = `${usernameKeyOf(username).slice(0, 64)} ${rateKeyOf(ctx.client.ip)}`
  const failures = `login failures: ${pair}`
  const lock = `login lock: ${pair}`
  const locked = await counted(ctx.db, lock)
  if (locked.count > 0) throw lockedOut(locked.secondsLeft)

  const attempts = await count(ctx.db, failures, LOCK_SECONDS)
  if (attempts > MAX_FAILURES) throw lockedOut((await counted(ctx.db, failures)).secondsLeft)

  const user = await findUserByName(ctx, username)
  const usable = passwordLength(password) <= MAX_PASSWORD ? password : ''
  const right = await verifyPassword(user?.passwordHash ?? null, usable)
  if (!user || !right) {
    if (attempts === MAX_FAILURES) {
      // Keep the failure count: requests that passed the lock check concurrently are refused by it.
      await takeTurn(ctx.db, lock, LOCK_SECONDS)
      throw lockedOut(LOCK_SECONDS)
    }
    throw new Refusal('WRONG_CREDENTIALS')
  }
  await forget(ctx.db, failures)
  if (user.disabled) throw new Refusal('ACCOUNT_DISABLED')
  return user
}

/**
 * Locks an account until the transaction ends. Refuses when its password or its ban changed after they were checked: the
 * change ended all sessions of the account, and one that opens later would survive it.
 */
async function lockUnchanged(ctx: Context, { id, passwordHash }: User): Promise<void> {
  const [found] = await ctx.db.$queryRaw<Pick<User, 'passwordHash' | 'disabled'>[]>`
    select "passwordHash", "disabled" from "User" where "id" = ${id} for no key update`
  if (found?.passwordHash !== passwordHash) throw new Refusal('WRONG_CREDENTIALS')
  if (found.disabled) throw new Refusal('ACCOUNT_DISABLED')
}

async function enter(ctx: Context, user: User): Promise<Login> {
  const session = await transact(ctx, async (ctx) => {
    await lockUnchanged(ctx, user)
    await tellUnfamiliar(ctx, user.id)
    return openSession(ctx, user.id)
  })
  ctx.welcome?.(user.id)
  return { user, ...session }
}

/** Logs in by username and password. */
export async function login(ctx: Context, credentials: Credentials): Promise<Login> {
  return enter(ctx, await requireAccount(ctx, credentials))
}

/** Login to the administration, for staff only. */
export async function loginAsStaff(ctx: Context, credentials: Credentials): Promise<Login> {
  const user = await requireAccount(ctx, credentials)
  if (!isStaff({ viewer: viewerOf(user) })) throw new Refusal('FORBIDDEN')
  return enter(ctx, user)
}
