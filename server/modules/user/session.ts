import { createHash, randomBytes } from 'node:crypto'
import type { Prisma, Session } from '#prisma/generated/client.ts'
import type { Role } from '#prisma/generated/enums.ts'
import { type Context, type House, readerOf, requireLogin } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { together } from '../../core/pacing/together.ts'
import { emit, transact } from '../../events.ts'
import { viewerIn } from '../../memberships.ts'
import { visibleSessions } from '../../policy/user.ts'
import type { SignedIn } from '../../policy/viewer.ts'
import { resetLinkOf, withdraw } from './challenge.ts'

/**
 * A session is one row with the SHA-256 of its token, which only the device has. A token lives a day, and is
 * renewed on its first use after half a day, so that daily users stay logged in. The row of an ended session
 * is kept for half a year, as a record of the time and address of the login; an account's last one is kept longer. Of one
 * account only the newest sessions are kept.
 */
export const LIFE_MS = 24 * 3600_000
const RENEW_AFTER_MS = 12 * 3600_000
const REMEMBERED_MS = 182 * 24 * 3600_000

/** Most sessions of an account: a program that logs in for each request must not fill the table. */
export const MOST_SESSIONS = 2_000

/** Longest stored user agent; longer than those of browsers. */
const MAX_USER_AGENT = 500

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
const createToken = (): string => randomBytes(32).toString('base64url')

const LOOK_UP = `
  select s."hash", s."id", s."issuedAt", s."expiresAt", s."current", u."id" as "userId", u."username", u."role", u."standing"
  from (
    select "tokenHash" as "hash", true as "current", * from "Session"
    where "tokenHash" = any($1::text[]) and "expiresAt" > $2
    union all
    select "previousHash", false, * from "Session"
    where "previousHash" = any($1::text[]) and "previousUntil" > $2) s
  join "User" u on u."id" = s."userId"
  where not u."disabled"`

/**
 * Renews a token; of concurrent requests only the one that still finds the old hash gets the new token. A session that
 * ended after it was found stays ended.
 */
const RENEW = `
  update "Session" set "previousHash" = "tokenHash", "previousUntil" = "expiresAt",
         "tokenHash" = $3, "issuedAt" = $4, "expiresAt" = $5
  where "id" = $1 and "tokenHash" = $2 and "expiresAt" > now()`

type Found = {
  hash: string
  id: number
  issuedAt: Date
  expiresAt: Date
  current: boolean
  userId: string
  username: string
  role: Role
  standing: number
}

export type ResolvedSession = {
  viewer: SignedIn
  sessionId: number
  /** New token for the client, replacing the one it sent. */
  renewedToken: string | null
}

/** Session of a token hash; lookups of one tick are batched. */
const findSession = (house: House, hash: string): Promise<Found | null> => {
  const load = async (hashes: readonly string[]) => {
    const values = [hashes, new Date()]
    const { rows } = await house.database.pool.query<Found>({ name: 'sessions', text: LOOK_UP, values })
    const found = new Map(rows.map((row) => [row.hash, row]))
    return hashes.map((hash) => found.get(hash) ?? null)
  }
  return together<string, Found | null>(house, 'session', hash, load, setImmediate)
}

/**
 * Owner of a token, or null when it is unknown, expired or its account disabled. Pass `renew: false` where a
 * new token cannot be returned, as on a WebSocket.
 */
export async function resolveSession(
  house: House,
  token: string,
  now: Date,
  { renew = true }: { renew?: boolean } = {},
): Promise<ResolvedSession | null> {
  if (!token) return null
  const tokenHash = hashToken(token)
  const found = await findSession(house, tokenHash)
  if (!found) return null
  const session = {
    viewer: await viewerIn(house, { ...found, id: found.userId }),
    sessionId: found.id,
    renewedToken: null,
  }
  if (!renew || !found.current || now.getTime() - found.issuedAt.getTime() < RENEW_AFTER_MS) return session
  const renewedToken = createToken()
  const renewal = [found.id, tokenHash, hashToken(renewedToken), now, new Date(now.getTime() + LIFE_MS)]
  const { rowCount } = await house.database.pool.query({ name: 'renewSession', text: RENEW, values: renewal })
  return rowCount === 1 ? { ...session, renewedToken } : session
}

const OWNERS = `
  select s."id", s."expiresAt", u."id" as "userId", u."username", u."role", u."standing"
  from "Session" s join "User" u on u."id" = s."userId"
  where s."id" = any($1::int[]) and s."expiresAt" > $2 and not u."disabled"`

/** Owner of a session, and its expiry. */
export type Owner = { viewer: SignedIn; until: Date }

/**
 * Current owner of a session, null when it has ended or its account is disabled. Lookups of one tick are
 * batched.
 */
export const ownerOfSession = (house: House, sessionId: number): Promise<Owner | null> =>
  together<number, Owner | null>(house, 'owner', sessionId, async (ids) => {
    const { rows } = await house.database.pool.query<Omit<Found, 'hash' | 'issuedAt' | 'current'>>({
      name: 'owners',
      text: OWNERS,
      values: [ids, new Date()],
    })
    const owners = new Map<number, Owner>()
    const read = async ({ id, expiresAt, userId, ...user }: (typeof rows)[number]) =>
      owners.set(id, { viewer: await viewerIn(house, { ...user, id: userId }), until: expiresAt })
    await Promise.all(rows.map(read))
    return ids.map((id) => owners.get(id) ?? null)
  })

/** Opens a session; its token is returned only here. Ends and deletes the account's oldest ones beyond MOST_SESSIONS. */
export async function openSession(
  ctx: Context,
  userId: string,
): Promise<{ token: string; sessionId: number }> {
  await makeRoom(ctx, userId)
  const token = createToken()
  const { id } = await ctx.db.session.create({
    data: {
      userId,
      tokenHash: hashToken(token),
      issuedAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + LIFE_MS),
      ip: ctx.client.ip,
      userAgent: ctx.client.userAgent.slice(0, MAX_USER_AGENT),
      createdAt: ctx.now,
    },
    select: { id: true },
  })
  return { token, sessionId: id }
}

/** Ends and deletes the oldest sessions of an account, so that one more is at most MOST_SESSIONS. */
async function makeRoom(ctx: Context, userId: string): Promise<void> {
  const [last] = await ctx.db.session.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    skip: MOST_SESSIONS - 1,
    take: 1,
    select: { id: true },
  })
  if (!last) return
  const old = { userId, id: { lte: last.id } }
  await end(ctx, old)
  await ctx.db.session.deleteMany({ where: old })
}

/** Ends sessions and notifies servers with open connections of them. */
async function end(ctx: Context, where: Prisma.SessionWhereInput): Promise<number> {
  return transact(ctx, async (ctx) => {
    const ended = await ctx.db.session.updateManyAndReturn({
      where: { AND: [where, { expiresAt: { gt: ctx.now } }] },
      data: { expiresAt: ctx.now, previousUntil: ctx.now },
      select: { id: true, userId: true },
    })
    for (const { id, userId } of ended) await emit(ctx, 'session.ended', { userId, sessionId: id })
    return ended.length
  })
}

/** Ends one session. */
export const endSession = (ctx: Context, sessionId: number) => end(ctx, { id: sessionId })

/**
 * Ends all sessions of an account, optionally except the current one, and the link that could reset its password.
 * Returns the number of sessions.
 */
export async function endSessionsOf(ctx: Context, userId: string, exceptId?: number): Promise<number> {
  await withdraw(ctx, resetLinkOf(userId))
  return end(ctx, exceptId === undefined ? { userId } : { userId, id: { not: exceptId } })
}

/** Ends the current session. */
export async function logout(ctx: Context): Promise<void> {
  requireLogin(ctx)
  if (ctx.sessionId !== null) await endSession(ctx, ctx.sessionId)
}

/** Ends a session of the viewer; those of others count as not found. */
export async function revokeSession(ctx: Context, sessionId: number): Promise<void> {
  requireLogin(ctx)
  const mine = await ctx.db.session.findFirst({
    where: { AND: [{ id: sessionId }, visibleSessions(readerOf(ctx))] },
    select: { id: true },
  })
  if (!mine) throw new Refusal('NOT_FOUND')
  if ((await endSession(ctx, mine.id)) === 0) throw new Refusal('NOT_FOUND')
}

/** Sessions of the viewer, latest login first, with what `query` selects. */
export const ownSessions = <Query extends { select?: Prisma.SessionSelect; include?: Prisma.SessionInclude }>(
  ctx: Context,
  query: Query,
) =>
  ctx.db.session.findMany({
    ...query,
    where: { AND: [visibleSessions(readerOf(ctx)), { expiresAt: { gt: ctx.now } }] },
    orderBy: { id: 'desc' },
  })

export const isCurrent = (ctx: Context, session: Pick<Session, 'id'>): boolean => session.id === ctx.sessionId

/** Deletes sessions that ended half a year ago, except the latest one of each account. */
export const sweepSessions = (ctx: Context) =>
  ctx.db.$executeRaw`
    delete from "Session" s where s."expiresAt" < ${new Date(ctx.now.getTime() - REMEMBERED_MS)}
      and exists (select 1 from "Session" later where later."userId" = s."userId" and later."id" > s."id")`
