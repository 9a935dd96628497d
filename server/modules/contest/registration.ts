import type { Contest, Prisma } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin, type SignedInContext } from '../../context.ts'
import { isSame } from '../../core/constantTime.ts'
import { Refusal } from '../../core/errors.ts'
import { takeTurn } from '../../core/pacing/throttle.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { fitsRule } from '../../policy/accountRule.ts'
import { type Barred, knownContests } from '../../policy/contest.ts'
import { find } from '../../venue.ts'
import { CONTEST, SHOWN_CONTEST, standingIn } from './contest.ts'

/** Seconds between two password attempts. */
const TRY_SECONDS = 2

/** Refuses a contest that takes no registrations, or no longer (contest-rules 16). */
export function requireOpenRegistration({ access, endsAt, takesLate }: Contest, now: Date): void {
  if (access === 'PUBLIC') throw new Refusal('CONTEST_NEEDS_NO_REGISTRATION')
  if (now >= endsAt && !takesLate) throw new Refusal('CONTEST_OVER')
}

/** Refuses a viewer who may not register for a contest, with any password. */
async function requireRegistrable(ctx: SignedInContext, contest: Contest): Promise<void> {
  requireOpenRegistration(contest, ctx.now)
  const { part } = await standingIn(ctx, contest)
  if (part?.registeredAt) throw new Refusal('CONTEST_REGISTERED')
  if (!fitsRule(contest.accountRule, ctx.viewer.username)) throw new Refusal('CONTEST_ACCOUNT')
}

/**
 * Registers the viewer, with the password if there is one, until the end or, where late submissions are
 * accepted, after it.
 */
export async function register(ctx: Context, contestId: number, password: string): Promise<Contest> {
  requireLogin(ctx)
  const { viewer } = ctx
  const known = await find(ctx, CONTEST, contestId, 'look')
  await requireRegistrable(ctx, known)
  if (known.password !== null) {
    if (password === '') throw new Refusal('CONTEST_PASSWORD_EMPTY', { field: 'password' })
    // Outside the transaction, so that a wrong password counts against the rate limit.
    const seconds = await takeTurn(ctx.db, `contest:${contestId}:${viewer.id}`, TRY_SECONDS)
    if (seconds > 0) throw new Refusal('CONTEST_PASSWORD_TOO_SOON', { seconds })
  }
  return transact(ctx, async (ctx) => {
    // Shared lock: registrations run concurrently, and a change of the password waits for them.
    await ctx.db.$queryRaw`select "id" from "Contest" where "id" = ${contestId} for share`
    const contest = await find(ctx, CONTEST, contestId, 'look')
    await requireRegistrable({ ...ctx, viewer }, contest)
    if (contest.password !== null && !isSame(password, contest.password))
      throw new Refusal('CONTEST_PASSWORD', { field: 'password' })
    await ctx.db.participation.upsert({
      where: { contestId_userId: { contestId, userId: viewer.id } },
      create: { contestId, userId: viewer.id, registeredAt: ctx.now },
      update: { registeredAt: ctx.now },
    })
    await emit(ctx, 'participation.changed', { contestId, userId: viewer.id })
    return contest
  })
}

/**
 * Why the viewer may not submit to a problem of a contest of the public side; null: they may. NOT_FOUND where they may not
 * read which problems it has.
 */
async function barredFromSubmitting(ctx: Context, id: number): Promise<Barred | null> {
  const contest = await find(ctx, SHOWN_CONTEST, id, 'submit')
  const isListed = (await SHOWN_CONTEST.bar(ctx, contest, 'look')) === null
  return isListed ? SHOWN_CONTEST.bar(ctx, contest, 'submit') : 'NOT_FOUND'
}

/**
 * The contest that a submission to a problem goes to, for clients that name the problem alone: the latest
 * that accepts it. When none does, throws the refusal of the latest one whose problems the viewer may read.
 */
export async function contestTaking(ctx: Context, problemId: number): Promise<number> {
  if (!isRowNumber(problemId)) throw new Refusal('NOT_FOUND')
  const here = (contest: Prisma.ContestWhereInput) => ({
    where: {
      problemId,
      removedAt: null,
      contest: { AND: [contest, { visible: true }, knownContests(readerOf(ctx))] },
    },
    orderBy: { contest: { startsAt: 'desc' as const } },
    select: { contestId: true },
  })
  const open = { OR: [{ endsAt: { gt: ctx.now } }, { takesLate: true }] }
  const places = await ctx.db.contestProblem.findMany(here(open))
  const last = places.length === 0 ? await ctx.db.contestProblem.findFirst(here({})) : null
  let barred: Barred | null = null
  for (const { contestId } of last ? [last] : places) {
    const bar = await barredFromSubmitting(ctx, contestId)
    if (bar === null) return contestId
    if (bar !== 'NOT_FOUND') barred ??= bar
  }
  throw new Refusal(barred ?? 'NOT_FOUND')
}
