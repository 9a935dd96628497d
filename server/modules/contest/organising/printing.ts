import type { Prisma } from '#prisma/generated/client.ts'
import { type Context, readerOf, requireLogin } from '../../../context.ts'
import { Refusal, unlessRefused } from '../../../core/errors.ts'
import { takeTurn } from '../../../core/pacing/throttle.ts'
import { isRowNumber } from '../../../core/rowNumber.ts'
import { emit, transact } from '../../../events.ts'
import { organises } from '../../../policy/officials.ts'
import { enter } from '../../../venue.ts'
import { type Stream, watch } from '../../../watch.ts'
import { SHOWN_CONTEST } from '../contest.ts'
import { findManagedContest } from './organising.ts'

const LEAST = 50
const MOST = 65_535
/** Seconds between two print requests of a user. */
const PRINT_SECONDS = 30
/** How long (ms) print requests are kept after the end of the contest. */
const KEPT_MS = 7 * 24 * 3600_000

const WITH_PERSON = {
  include: {
    contest: { select: { shownName: true } },
    user: {
      select: {
        username: true,
        nickname: true,
        realname: true,
        school: true,
        participations: { where: { seat: { not: null } }, select: { contestId: true, seat: true } },
      },
    },
  },
} as const
export type PrintRow = Prisma.ContestPrintGetPayload<typeof WITH_PERSON>

/** Seat of the user who prints; null: unknown. */
export const seatOf = ({ contestId, user }: PrintRow): string | null =>
  user.participations.find((part) => part.contestId === contestId)?.seat ?? null

/** Requests a printout for a participant of a running contest with printing enabled (contest-rules.md 23). */
export async function requestPrint(ctx: Context, contestId: number, given: string): Promise<PrintRow> {
  requireLogin(ctx)
  // PostgreSQL stores no NUL.
  const content = given.replaceAll('\0', '')
  const { viewer } = ctx
  const contest = await enter(ctx, SHOWN_CONTEST, contestId, 'look')
  if (!contest.printing) throw new Refusal('PRINTING_CLOSED')
  if (!organises(readerOf(ctx), contest)) {
    if (ctx.now >= contest.endsAt) throw new Refusal('CONTEST_OVER')
    await enter(ctx, SHOWN_CONTEST, contestId, 'submit')
  }
  const fault = (code: 'CONTENT_EMPTY' | 'TOO_SHORT' | 'TOO_LONG', parameters: Record<string, number> = {}) =>
    new Refusal('INVALID_INPUT', { fields: { content: { code, parameters } } })
  if (content.trim() === '') throw fault('CONTENT_EMPTY')
  if (content.trim().length < LEAST) throw fault('TOO_SHORT', { min: LEAST })
  if (content.length > MOST) throw fault('TOO_LONG', { max: MOST })
  return transact(ctx, async (ctx) => {
    const seconds = await takeTurn(ctx.db, `print:${viewer.id}`, PRINT_SECONDS)
    if (seconds > 0) throw new Refusal('PRINT_TOO_SOON', { seconds })
    const print = await ctx.db.contestPrint.create({
      data: { contestId, userId: viewer.id, content, createdAt: ctx.now },
      ...WITH_PERSON,
    })
    await emit(ctx, 'print.changed', { contestId, printId: print.id })
    return print
  })
}

/** Print requests of a contest that the viewer organises: unprinted ones first, then newest. */
export async function printQueue(
  ctx: Context,
  contestId: number,
  { skip, take }: { skip: number; take: number },
): Promise<{ total: number; open: number; rows: PrintRow[] }> {
  await findManagedContest(ctx, contestId)
  const where = { contestId }
  const [total, open, rows] = await Promise.all([
    ctx.db.contestPrint.count({ where }),
    ctx.db.contestPrint.count({ where: { contestId, printedAt: null } }),
    ctx.db.contestPrint.findMany({
      where,
      skip,
      take,
      ...WITH_PERSON,
      orderBy: [{ printedAt: { sort: 'desc', nulls: 'first' } }, { id: 'desc' }],
    }),
  ])
  return { total, open, rows }
}

/** A print request of a contest that the viewer organises. */
export async function findPrint(ctx: Context, id: number): Promise<PrintRow> {
  const print = isRowNumber(id)
    ? await ctx.db.contestPrint.findUnique({ where: { id }, ...WITH_PERSON })
    : null
  if (!print) throw new Refusal('NOT_FOUND')
  await findManagedContest(ctx, print.contestId)
  return print
}

/** Marks a print request as printed or unprinted. */
export async function checkPrint(ctx: Context, id: number, isPrinted: boolean): Promise<PrintRow> {
  return transact(ctx, async (ctx) => {
    const before = await findPrint(ctx, id)
    if ((before.printedAt !== null) === isPrinted) return before
    const printedAt = isPrinted ? ctx.now : null
    const after = await ctx.db.contestPrint.update({ where: { id }, data: { printedAt }, ...WITH_PERSON })
    await emit(ctx, 'print.changed', { contestId: after.contestId, printId: id })
    return after
  })
}

/**
 * A print request that was created or printed, for organisers; null after a change of seats, which affects
 * all requests.
 */
export async function watchPrints(
  ctx: Context,
  contestId: number,
): Promise<Stream<{ printId: number | null }>> {
  await findManagedContest(ctx, contestId)
  return watch(ctx, {
    concern: ({ name, payload }) => {
      const concerns = name === 'print.changed' || name === 'seats.changed'
      if (!concerns || payload.contestId !== contestId) return null
      return { key: name === 'print.changed' ? payload.printId : null, wait: 0 }
    },
    read: async (now, printId: number | null) => {
      const isIn = await unlessRefused(findManagedContest(now, contestId))
      return isIn && { printId }
    },
  })
}

/** Deletes print requests a week after the end of their contest. */
export async function sweepPrints(ctx: Context): Promise<void> {
  const until = new Date(ctx.now.getTime() - KEPT_MS)
  await ctx.db.contestPrint.deleteMany({ where: { contest: { endsAt: { lt: until } } } })
}
