import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Contest, Prisma, type User } from '#prisma/generated/client.ts'
import { Role } from '#prisma/generated/enums.ts'
import { authorize, type Context, requireLogin } from '../../context.ts'
import { checked, onOneLine } from '../../core/checked.ts'
import { advisoryLock } from '../../core/db.ts'
import { expectVersion, Refusal, requireAtMost } from '../../core/errors.ts'
import { literally } from '../../core/literally.ts'
import { hashPassword } from '../../core/password.ts'
import { emit, transact } from '../../events.ts'
import { renamedIn } from '../../policy/accountRule.ts'
import { ENDED_NAME } from '../../policy/user.ts'
import { may } from '../../policy/viewer.ts'
import { difference, forgetDetails, record, subjectOf } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'
import { forgetResults } from '../operation/operation.ts'
import { tellOfAddress } from './credentials.ts'
import { requireOwner } from './passwordCheck.ts'
import { subjectOfUser } from './profile.ts'
import { endSessionsOf } from './session.ts'
import {
  createUser,
  emailKeyOf,
  namesTaken,
  requireEmail,
  requireFree,
  requirePassword,
  takenNames,
} from './user.ts'
import { claimLooks, looksOf, requireUsername, usernameKeyOf } from './username.ts'

/** Roles that may enter the administration. */
const STAFF: readonly Role[] = ['ROOT', 'ADMIN', 'PROBLEM_ADMIN']

const MAX_KEYWORD = 100

export type AccountFilter = {
  keyword?: string | null
  role?: Role | null
  isBanned?: boolean | null
  onlyStaff?: boolean | null
}

/** Accounts that an administrator lists, newest first, without deleted ones. */
export function managedAccounts(ctx: Context, filter: AccountFilter) {
  authorize(ctx, may(ctx, 'user.manage'))
  const { role, isBanned, onlyStaff } = filter
  const part = (filter.keyword ?? '').trim().slice(0, MAX_KEYWORD)
  const named: Prisma.UserWhereInput = {
    OR: [
      { usernameKey: { contains: literally(usernameKeyOf(part)) } },
      { emailKey: { contains: literally(emailKeyOf(part)) } },
      { realname: { contains: literally(part), mode: 'insensitive' } },
    ],
  }
  return {
    where: {
      AND: [
        { endedAt: null },
        part ? named : {},
        role ? { role } : {},
        typeof isBanned === 'boolean' ? { disabled: isBanned } : {},
        onlyStaff ? { role: { in: [...STAFF] } } : {},
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  } satisfies Prisma.UserFindManyArgs
}

/** CSS colour, in the syntaxes of colour pickers. */
const COLOUR = /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%]{1,40}\))?$/i

const line = (max: number) => z.string().transform(onOneLine).pipe(z.string().max(max))

const fields = z
  .object({
    role: z.enum(Role),
    disabled: z.boolean(),
    realname: line(50),
    titleName: line(20),
    titleColor: z.string().trim().regex(COLOUR),
  })
  .partial()

export type AccountChange = z.input<typeof fields> & {
  username?: string
  /** '' removes the address. */
  email?: string
  password?: string
}

const audited = ({ username, email, realname, role, disabled, titleName, titleColor }: User) => ({
  username,
  email,
  realname,
  role,
  disabled,
  titleName,
  titleColor,
})

/**
 * An account, locked for a change. Changes by administrators are serialized, so that two of them cannot
 * remove the last super administrators.
 */
async function lockAccount(ctx: Context, id: string): Promise<User> {
  await advisoryLock(ctx.db, 'accounts')
  await ctx.db.$queryRaw`select "id" from "User" where "id" = ${id} for no key update`
  const user = await ctx.db.user.findFirst({ where: { id, endedAt: null } })
  if (!user) throw new Refusal('NOT_FOUND')
  return user
}

/** Refuses a change that leaves the site without a super administrator. */
async function requireAnotherRoot(ctx: Context, { id, role, disabled }: User): Promise<void> {
  if (role !== 'ROOT' || disabled) return
  const others = await ctx.db.user.count({ where: { role: 'ROOT', disabled: false, id: { not: id } } })
  if (others === 0) throw new Refusal('ACCOUNT_LAST_ROOT', { field: 'role' })
}

/** Columns of changed names; refuses names that somebody else has. */
async function namesOf(
  ctx: Context,
  before: User,
  { username, email }: AccountChange,
): Promise<Prisma.UserUpdateInput> {
  const columns: Prisma.UserUpdateInput = {}
  if (username !== undefined && username !== before.username) {
    const name = requireUsername(username)
    const usernameKey = usernameKeyOf(name)
    if (usernameKey !== before.usernameKey && (await takenNames(ctx, { username: name })).username)
      throw new Refusal('USERNAME_TAKEN', { field: 'username' })
    await claimLooks(ctx, name, before.id)
    Object.assign(columns, { username: name, usernameKey, looks: looksOf(name) })
  }
  if (email !== undefined && email.trim() !== (before.email ?? '')) {
    const address = email.trim() === '' ? null : requireEmail(email)
    const emailKey = address && emailKeyOf(address)
    if (emailKey !== before.emailKey && (await takenNames(ctx, { email: address })).email)
      throw new Refusal('EMAIL_TAKEN', { field: 'email' })
    Object.assign(columns, { email: address, emailKey, emailVerified: false })
  }
  return columns
}

type NamingContest = Pick<Contest, 'id' | 'stars' | 'accountRule'>

/** Renames a user where contests hold names: in their stars, and in the extras of their account rules. */
async function renameInContests(ctx: Context, before: User, username: string): Promise<void> {
  const contests = await ctx.db.$queryRaw<NamingContest[]>`
    select "id", "stars", "accountRule" from "Contest"
    where cardinality("stars") > 0 or "accountRule" is not null order by "id" for no key update`
  for (const { id, ...named } of contests) {
    const stars = named.stars.map((name) => (usernameKeyOf(name) === before.usernameKey ? username : name))
    const accountRule = renamedIn(named.accountRule, before.username, username)
    if (isDeepStrictEqual({ stars, accountRule }, named)) continue
    await ctx.db.contest.update({
      where: { id },
      data: { stars, accountRule, version: { increment: 1 } },
    })
    await emit(ctx, 'contest.changed', { contestId: id })
  }
}

/**
 * Changes an account; omitted fields stay as they are. A new password, role or ban ends its sessions, except
 * the current one.
 */
export async function changeAccount(
  ctx: Context,
  id: string,
  change: AccountChange,
  version?: number | null,
): Promise<User> {
  authorize(ctx, may(ctx, 'user.manage'))
  const { role, disabled, ...texts } = checked(fields, change)
  const passwordHash =
    change.password === undefined ? undefined : await hashPassword(requirePassword(change.password))
  return transact(ctx, async (ctx) => {
    const before = await lockAccount(ctx, id)
    expectVersion(before.version, version)
    if (disabled && id === ctx.viewer?.id) throw new Refusal('ACCOUNT_OWN', { field: 'isBanned' })
    if ((role && role !== 'ROOT') || disabled) await requireAnotherRoot(ctx, before)
    const written = Object.entries(texts).filter(([, value]) => value !== undefined)
    const names = await namesOf(ctx, before, change)
    const user = await namesTaken(() =>
      ctx.db.user.update({
        where: { id },
        data: {
          ...Object.fromEntries(written.map(([name, value]) => [name, value || null])),
          ...names,
          role,
          disabled,
          passwordHash,
          version: { increment: 1 },
        },
      }),
    )
    if (user.username !== before.username) await renameInContests(ctx, before, user.username)
    const isOut = passwordHash || user.role !== before.role || user.disabled !== before.disabled
    if (isOut) await endSessionsOf(ctx, id, ctx.sessionId ?? undefined)
    if (user.emailKey !== before.emailKey) await tellOfAddress(ctx, before)
    const changed = difference(audited(before), audited(user))
    if (Object.keys(changed.after ?? {}).length > 0) await record(ctx, 'user.changed', ['User', id], changed)
    if (passwordHash) await record(ctx, 'user.passwordSet', ['User', id], {})
    await emit(ctx, 'profile.changed', { userId: id })
    const at = ctx.now.toISOString()
    if (passwordHash)
      await emit(ctx, 'password.changed', { userId: id, way: id === ctx.viewer?.id ? 'CHANGED' : 'SET', at })
    if (user.role !== before.role && id !== ctx.viewer?.id) {
      await emit(ctx, 'role.changed', { userId: id, before: before.role, after: user.role, at })
    }
    return user
  })
}

export type AccountInput = {
  username: string
  password: string
  email?: string | undefined
  realname?: string | undefined
  role?: Role | undefined
}

/** Creates an account for somebody else; default role USER. */
export async function createAccount(ctx: Context, input: AccountInput): Promise<User> {
  authorize(ctx, may(ctx, 'user.manage'))
  const { role, realname } = checked(fields, { role: input.role, realname: input.realname })
  const username = requireUsername(input.username)
  const email = input.email?.trim() ? requireEmail(input.email) : null
  const password = requirePassword(input.password)
  await requireFree(ctx, { username, ...(email && { email }) })
  const passwordHash = await hashPassword(password)
  return transact(ctx, async (ctx) => {
    const { id } = await createUser(ctx, { username, email, passwordHash })
    const user = await ctx.db.user.update({ where: { id }, data: { role, realname: realname || null } })
    await record(ctx, 'user.created', ['User', id], {
      before: {},
      after: { username, ...(role && { role }) },
    })
    return user
  })
}

/** Empty profile columns. */
const BLANK = {
  email: null,
  emailKey: null,
  emailVerified: false,
  nickname: null,
  avatar: null,
  titleName: null,
  titleColor: null,
  realname: null,
  school: null,
  course: null,
  number: null,
  gender: null,
  signature: null,
  github: null,
  blog: null,
  cfUsername: null,
  locale: null,
  theme: null,
  editor: Prisma.DbNull,
} satisfies Prisma.UserUpdateInput

/**
 * Erases a locked account. Its row stays for its submissions, its name stays reserved by key and skeletons. Its role stays,
 * too, so that what it said in contests stays official (contest-rules 24).
 */
async function erase(ctx: Context, { id }: User): Promise<void> {
  await endSessionsOf(ctx, id)
  await ctx.db.session.deleteMany({ where: { userId: id } })
  await ctx.db.notification.deleteMany({ where: { userId: id } })
  await ctx.db.removedNotification.deleteMany({ where: { userId: id } })
  await ctx.db.digest.deleteMany({ where: { userId: id } })
  await ctx.db.mailTurn.deleteMany({ where: { userId: id } })
  await ctx.db.groupMember.deleteMany({ where: { userId: id } })
  await ctx.db.homeworkExtension.deleteMany({ where: { userId: id } })
  await ctx.db.trainingMark.deleteMany({ where: { userId: id } })
  await ctx.db.shopOrder.updateMany({ where: { userId: id }, data: { receiver: '', phone: '', address: '' } })
  await forgetResults(ctx, id, ['DATA_EXPORT'])
  await referTo(ctx, subjectOfUser(id), [])
  await ctx.db.user.update({
    where: { id },
    data: {
      ...BLANK,
      username: ENDED_NAME,
      passwordHash: '',
      disabled: true,
      endedAt: ctx.now,
      version: { increment: 1 },
    },
  })
}

/** Most group names that a refusal lists. */
const MOST_NAMED = 10

/** Locks an account for its deletion; refused for the last super administrator and for owners of groups (area-rules G4). */
async function lockEndable(ctx: Context, id: string): Promise<User> {
  // Memberships first, as joining and leaving lock them.
  await ctx.db.$queryRaw`select from "GroupMember" where "userId" = ${id} order by "groupId" for update`
  const account = await lockAccount(ctx, id)
  await requireAnotherRoot(ctx, account)
  const owned = await ctx.db.group.findMany({
    where: { ownerId: id, disbandedAt: null },
    orderBy: { id: 'asc' },
    take: MOST_NAMED,
    select: { name: true },
  })
  const groups = owned.map(({ name }) => name).join(', ')
  if (owned.length > 0) throw new Refusal('ACCOUNT_OWNS_GROUPS', { groups })
  return account
}

/**
 * Deletes an account permanently: it cannot log in and its profile is erased, while its submissions stay. Its
 * name stays reserved by its key and its skeletons. Refused for owners of groups.
 */
export async function endAccount(ctx: Context, id: string): Promise<void> {
  authorize(ctx, may(ctx, 'user.manage'))
  if (id === ctx.viewer.id) throw new Refusal('ACCOUNT_OWN')
  await transact(ctx, async (ctx) => {
    const before = await lockEndable(ctx, id)
    await erase(ctx, before)
    const { username, role } = before
    await record(ctx, 'user.ended', ['User', id], { before: { username, role }, after: {} })
    await emit(ctx, 'profile.changed', { userId: id })
  })
}

/**
 * Deletes the viewer's own account, confirmed by password and username. Refused for the last super
 * administrator and for owners of groups. The audit keeps no personal data of it.
 */
export async function endOwnAccount(
  ctx: Context,
  { username, password }: { username: string; password: string },
): Promise<string> {
  requireLogin(ctx)
  const { id, usernameKey } = await requireOwner(ctx, password, 'password')
  if (usernameKeyOf(username) !== usernameKey) throw new Refusal('USERNAME_MISTYPED', { field: 'username' })
  await transact(ctx, async (ctx) => {
    const before = await lockEndable(ctx, id)
    await erase(ctx, before)
    await forgetDetails(ctx, subjectOf('User', id))
    await record(ctx, 'user.left', ['User', id], {})
    await emit(ctx, 'profile.changed', { userId: id })
  })
  return id
}

/** Most accounts deleted at once. */
const MOST_ENDED = 500

/** Deletes accounts, or none when one is refused. */
export async function endAccounts(ctx: Context, ids: readonly string[]): Promise<void> {
  authorize(ctx, may(ctx, 'user.manage'))
  if (ids.length === 0) throw new Refusal('INVALID_INPUT', { fields: { ids: { code: 'REQUIRED' } } })
  requireAtMost(MOST_ENDED, 'ids', ids)
  await transact(ctx, async (ctx) => {
    for (const id of new Set(ids)) await endAccount(ctx, id)
  })
}
