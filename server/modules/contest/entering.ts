import { createHash, timingSafeEqual } from 'node:crypto'
import type { Contest, Prisma } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin, type SignedInContext } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { takeTurn } from '../../core/throttle.ts'
import { emit, transact } from '../../events.ts'
import { fitsRule } from '../../policy/accountRule.ts'
import { type Barred, barredFromSubmitting } from '../../policy/contest.ts'
import { findContest, standingIn } from './contest.ts'

/** Seconds between two tries to guess a password. */
const TRY_SECONDS = 2

const hashed = (text: string) => createHash('sha256').update(text).digest()

/** Equal in a time that does not tell how much of them is. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(hashed(one), hashed(other))

/** Refuses whoever may not register for a contest, whatever password they give. */
async function requireRegistrable(ctx: SignedInContext, contest: Contest): Promise<void> {
  if (contest.access === 'PUBLIC') throw new Refusal('CONTEST_NEEDS_NO_REGISTRATION')
  if (ctx.now >= contest.endsAt && !contest.takesLate) throw new Refusal('CONTEST_OVER')
  const { part } = await standingIn(ctx, contest)
  if (part?.registeredAt) throw new Refusal('CONTEST_REGISTERED')
  if (!fitsRule(contest.accountRule, ctx.viewer.username)) throw new Refusal('CONTEST_ACCOUNT')
}

/** Registers the viewer: with the password, until the end or, where late submissions are taken, after it. */
export async function register(ctx: Context, contestId: number, password: string): Promise<Contest> {
  requireLogin(ctx)
  const { viewer } = ctx
  const known = await findContest(ctx, contestId)
  await requireRegistrable(ctx, known)
  if (known.password !== null) {
    if (password === '') throw new Refusal('CONTEST_PASSWORD', { field: 'password' })
    // Outside the transaction: a wrong password costs the turn, too.
    const seconds = await takeTurn(ctx.db, `contest:${contestId}:${viewer.id}`, TRY_SECONDS)
    if (seconds > 0) throw new Refusal('CONTEST_PASSWORD_TOO_SOON', { seconds })
  }
  return transact(ctx, async (ctx) => {
    // Organisers who change the password wait until this ends, and those who register do not wait for each other.
    await ctx.db.$queryRaw`select "id" from "Contest" where "id" = ${contestId} for share`
    const contest = await findContest(ctx, contestId)
    await requireRegistrable({ ...ctx, viewer }, contest)
    if (contest.password !== null && !isSame(password, contest.password))
      throw new Refusal('CONTEST_PASSWORD', { field: 'password' })
    await ctx.db.participation.upsert({
      where: { contestId_userId: { contestId, userId: viewer.id } },
      create: { contestId, userId: viewer.id, registeredAt: ctx.now },
      update: { registeredAt: ctx.now },
    })
    await emit(ctx, 'contest.changed', { contestId })
    return contest
  })
}

/** Whether the viewer may submit in a contest now, as far as that depends on who they are and on its times. */
export async function maySubmitIn(ctx: Context, contest: Contest): Promise<boolean> {
  return barredFromSubmitting(readerOf(ctx), await standingIn(ctx, contest), ctx.now) === null
}

/** Whether the viewer has got in: registered where one has to, and an account that the rule takes. */
export async function hasAccess(ctx: Context, contest: Contest): Promise<boolean> {
  const { part } = await standingIn(ctx, contest)
  const isIn = contest.access === 'PUBLIC' || part?.registeredAt != null
  return isIn && fitsRule(contest.accountRule, ctx.viewer?.username ?? '')
}

/**
 * The contest in which the viewer may send code to a problem now, for clients that name the problem alone: the latest that takes
 * it. Throws why the latest one does not when none does.
 */
export async function contestTaking(ctx: Context, problemId: number): Promise<number> {
  if (!isRowNumber(problemId)) throw new Refusal('NOT_FOUND')
  const here = (contest: Prisma.ContestWhereInput) => ({
    where: { problemId, removedAt: null, contest: { ...contest, visible: true } },
    orderBy: { contest: { startsAt: 'desc' as const } },
    include: { contest: true },
  })
  const open = { OR: [{ endsAt: { gt: ctx.now } }, { takesLate: true }] }
  const places = await ctx.db.contestProblem.findMany(here(open))
  const last = places.length === 0 ? await ctx.db.contestProblem.findFirst(here({})) : null
  let barred: Barred | null = null
  for (const { contest } of last ? [last] : places) {
    const bar = barredFromSubmitting(readerOf(ctx), await standingIn(ctx, contest), ctx.now)
    if (bar === null) return contest.id
    barred ??= bar
  }
  throw new Refusal(barred ?? 'NOT_FOUND')
}
