import { randomBytes } from 'node:crypto'
import { Prisma, type User } from '#prisma/generated/client.ts'
import { type Context, contextOfHouse, type House } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { hashPassword, passwordLength } from '../../core/password.ts'
import { transact } from '../../events.ts'
import { website } from '../site/site.ts'
import { endSessionsOf } from './session.ts'
import { claimLooks, looksOf, requireUnlike, usernameKeyOf } from './username.ts'

const MAX_EMAIL = 254
const MIN_PASSWORD = 6
const MAX_PASSWORD = 20

/** A single address; separators of mail headers are excluded. */
const EMAIL = /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\]+\.[^\s\p{C}@<>()[\],;:"\\.]+$/u

export const emailKeyOf = (email: string): string => email.trim().toLowerCase()

/** Normalized address; refuses an invalid one. */
export function requireEmail(email: string, field = 'email'): string {
  const address = email.trim()
  if (address.length > MAX_EMAIL || !EMAIL.test(address)) throw new Refusal('EMAIL_INVALID', { field })
  return address
}

/** Refuses addresses of blocked providers. */
export async function requireOffered(ctx: Context, email: string, field = 'email'): Promise<void> {
  const { refusedEmailSuffixes } = await website.get(ctx)
  const domain = emailKeyOf(email).split('@').at(-1) ?? ''
  const isOf = (suffix: string) => domain === suffix || domain.endsWith(`.${suffix}`)
  const refused = refusedEmailSuffixes.find((suffix) => isOf(suffix.replace(/^[@.]+/, '')))
  if (refused) throw new Refusal('EMAIL_REFUSED', { field, suffix: refused })
}

export function requirePassword(password: string, field = 'password', max = MAX_PASSWORD): string {
  const length = passwordLength(password)
  if (length < MIN_PASSWORD || length > max) {
    throw new Refusal('PASSWORD_LENGTH', { field, min: MIN_PASSWORD, max })
  }
  return password
}

/** Which of a username and an address are taken. */
export async function takenNames(
  ctx: Context,
  { username, email }: { username?: string | null | undefined; email?: string | null | undefined },
): Promise<{ username: boolean; email: boolean }> {
  const isTaken = async (where: Prisma.UserWhereInput) => (await ctx.db.user.count({ where })) > 0
  return {
    username: username?.trim() ? await isTaken({ usernameKey: usernameKeyOf(username) }) : false,
    email: email?.trim() ? await isTaken({ emailKey: emailKeyOf(email) }) : false,
  }
}

/** Refuses names that somebody else has, or that look like one. */
export async function requireFree(
  ctx: Context,
  names: { username?: string; email?: string },
  emailField = 'email',
): Promise<void> {
  const taken = await takenNames(ctx, names)
  if (taken.username) throw new Refusal('USERNAME_TAKEN', { field: 'username' })
  if (taken.email) throw new Refusal('EMAIL_TAKEN', { field: emailField })
  if (names.username) await requireUnlike(ctx, names.username)
}

/** Refusal code of a unique violation by a name, or null for other errors. */
function takenField(error: unknown): 'USERNAME_TAKEN' | 'EMAIL_TAKEN' | null {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return null
  return JSON.stringify(error.meta).includes('emailKey') ? 'EMAIL_TAKEN' : 'USERNAME_TAKEN'
}

/** Runs a write of names, and maps its unique violation to a refusal. */
export async function namesTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const taken = takenField(error)
    if (taken) throw new Refusal(taken, { field: taken === 'EMAIL_TAKEN' ? 'email' : 'username' })
    throw error
  }
}

/** Runs a write of an address, and maps its unique violation to a refusal. */
export async function emailTaken<T>(field: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (takenField(error) === 'EMAIL_TAKEN') throw new Refusal('EMAIL_TAKEN', { field })
    throw error
  }
}

/** Creates an account within a transaction; unique constraints decide whether its names are free. */
export async function createUser(
  ctx: Context,
  account: { username: string; email: string | null; passwordHash: string; emailVerified?: boolean },
): Promise<User> {
  const { username, email, passwordHash, emailVerified = false } = account
  await claimLooks(ctx, username)
  return namesTaken(() =>
    ctx.db.user.create({
      data: {
        id: randomBytes(16).toString('hex'),
        username,
        usernameKey: usernameKeyOf(username),
        looks: looksOf(username),
        email,
        emailKey: email && emailKeyOf(email),
        emailVerified,
        passwordHash,
        createdAt: ctx.now,
      },
    }),
  )
}

/** Id of the account that a new site begins with. */
const ROOT_ID = '1'

/** Creates the super administrator of a new site: always "root", always number 1. False when there is one. */
export async function createRootUser(house: House, password: string): Promise<boolean> {
  const username = 'root'
  const { count } = await house.database.prisma.user.createMany({
    data: {
      id: ROOT_ID,
      username,
      usernameKey: username,
      looks: looksOf(username),
      passwordHash: await hashPassword(password),
      role: 'ROOT',
    },
    skipDuplicates: true,
  })
  return count === 1
}

/**
 * Gives the first account of the site a new password, the rights of a super administrator and no ban, and logs it out
 * everywhere. Returns its name; null when it has ended.
 */
export async function resetRootUser(house: House, password: string): Promise<string | null> {
  const passwordHash = await hashPassword(password)
  return transact(contextOfHouse(house), async (ctx) => {
    const [root] = await ctx.db.user.updateManyAndReturn({
      where: { id: ROOT_ID, endedAt: null },
      data: { passwordHash, role: 'ROOT', disabled: false, version: { increment: 1 } },
    })
    if (!root) return null
    await endSessionsOf(ctx, root.id)
    return root.username
  })
}

/** Whether there is a super administrator. */
export const hasAdministrator = async ({ database }: House): Promise<boolean> =>
  (await database.prisma.user.findFirst({ where: { role: 'ROOT', endedAt: null }, select: { id: true } })) !==
  null

/**
 * The viewer's account, locked until the transaction ends. Refuses one that was deleted meanwhile: what is written to it
 * would stay.
 */
export async function lockOwn(ctx: Context, id: string): Promise<User> {
  await ctx.db.$queryRaw`select 1 from "User" where "id" = ${id} for no key update`
  const user = await ctx.db.user.findFirst({ where: { id, endedAt: null } })
  if (!user) throw new Refusal('UNAUTHENTICATED')
  return user
}

export const findUserByName = (ctx: Context, username: string): Promise<User | null> =>
  ctx.db.user.findUnique({ where: { usernameKey: usernameKeyOf(username) } })

/** Address of an account; null for the root account of a new site. */
export const emailOf = async (ctx: Context, id: string): Promise<string | null> =>
  (await ctx.db.user.findUniqueOrThrow({ where: { id }, select: { email: true } })).email
