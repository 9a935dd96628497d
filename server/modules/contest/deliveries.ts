import type { Contest } from '#prisma/generated/client.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { type Context, requireLogin } from '../../context.ts'
import { Refusal, unlessRefused } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { type EventName, emit, transact } from '../../events.ts'
import { officialSql } from '../../officials.ts'
import { CONTESTS } from '../../policy/officials.ts'
import { type Stream, watch } from '../../watch.ts'
import { findManagedContest } from './organising/organising.ts'
import { shownNameOf } from './shownName.ts'

/**
 * First accepted submission of a participant to a contest problem, with the state of its balloon. In OI
 * accepted means full score.
 */
export type AcceptedRun = {
  submissionId: number
  contestId: number
  problemId: number
  /** Id of the contest's row for the problem. */
  linkId: number
  userId: string
  label: string
  title: string
  color: string | null
  username: string
  /** Name that the scoreboard shows. */
  name: string
  realname: string | null
  school: string | null
  /** Seat; null: unknown. */
  seat: string | null
  createdAt: Date
  /** Seconds since the start. */
  second: number
  score: number | null
  timeMs: number | null
  /** First accepted submission to the problem; several when they share the second. */
  isFirst: boolean
  /** Submitted after the freeze. */
  isSealed: boolean
  claimedBy: string | null
  claimedAt: Date | null
  checkedAt: Date | null
}

/**
 * Filter of submissions that count as runs: not those of officials and of disqualified participants. `only`:
 * one more condition. A delivery from before a run was of one that counts no longer, such as after a rejudging.
 */
const runsOf = (contest: Contest, only: Prisma.Sql): Prisma.Sql => {
  const { id, startsAt, endsAt, freezesAt } = contest
  return Prisma.sql`
  with "accepted" as (
    select distinct on (s."userId", s."problemId") s."id", s."userId", s."problemId", s."createdAt", s."score", s."timeMs",
      floor(extract(epoch from s."createdAt" - ${startsAt}::timestamptz))::int as "second"
    from "Submission" s
    join "User" u on u."id" = s."userId" and not ${officialSql(CONTESTS, contest, Prisma.sql`u`)}
    where s."contestId" = ${id}::int and s."state" = 'DONE' and s."verdict" = 'ACCEPTED' and not s."byOfficial"
      and s."createdAt" >= ${startsAt}::timestamptz and s."createdAt" < ${endsAt}::timestamptz
      ${only}
      and not exists (select from "Participation" p where p."contestId" = s."contestId" and p."userId" = s."userId"
        and p."disqualifiedAt" is not null)
    order by s."userId", s."problemId", s."createdAt", s."id"
  ), "runs" as (
    select a."id" as "submissionId", ${id}::int as "contestId", a."problemId", c."id" as "linkId", a."userId",
      c."displayId" as "label", c."title", c."color", u."username", u."nickname", u."realname", u."school", p."seat", a."createdAt", a."second",
      a."score", a."timeMs",
      a."second" = min(a."second") over (partition by a."problemId") as "isFirst",
      ${freezesAt ? Prisma.sql`a."createdAt" >= ${freezesAt}::timestamptz` : Prisma.sql`false`} as "isSealed",
      k."username" as "claimedBy", d."claimedAt", d."checkedAt"
    from "accepted" a
    join "ContestProblem" c on c."contestId" = ${id}::int and c."problemId" = a."problemId" and c."removedAt" is null
    join "User" u on u."id" = a."userId"
    left join "Participation" p on p."contestId" = ${id}::int and p."userId" = a."userId"
    left join "Delivery" d on d."contestId" = ${id}::int and d."problemId" = a."problemId" and d."userId" = a."userId"
      and greatest(d."claimedAt", d."checkedAt") >= a."createdAt"
    left join "User" k on k."id" = d."claimedById"
  )`
}

type RunRow = Omit<AcceptedRun, 'name'> & { nickname: string | null }

const asRun = (contest: Contest, { nickname, ...row }: RunRow): AcceptedRun => ({
  ...row,
  name: shownNameOf(contest, { ...row, nickname }),
})

const ofLabel = ({ id }: Contest, label: string): Prisma.Sql => Prisma.sql`
  and s."problemId" in (select "problemId" from "ContestProblem"
    where "contestId" = ${id} and "displayId" = ${label} and "removedAt" is null)`

type Wanted = { skip: number; take: number; label?: string | null }

/**
 * Accepted runs of a contest that the viewer organises, or those of one problem: undelivered ones first, then
 * newest (rule 23).
 */
export async function acceptedRuns(
  ctx: Context,
  contestId: number,
  { skip, take, label = null }: Wanted,
): Promise<{ total: number; open: number; rows: AcceptedRun[] }> {
  const contest = await findManagedContest(ctx, contestId)
  const runs = runsOf(contest, label === null ? Prisma.empty : ofLabel(contest, label))
  const [counts, rows] = await Promise.all([
    ctx.db.$queryRaw<{ total: number; open: number }[]>`${runs}
      select count(*)::int as "total", (count(*) filter (where "checkedAt" is null))::int as "open" from "runs"`,
    ctx.db.$queryRaw<RunRow[]>`${runs}
      select * from "runs" order by ("checkedAt" is not null), "createdAt" desc, "submissionId" desc
      offset ${skip} limit ${take}`,
  ])
  return {
    total: counts[0]?.total ?? 0,
    open: counts[0]?.open ?? 0,
    rows: rows.map((row) => asRun(contest, row)),
  }
}

async function findRun(ctx: Context, contest: Contest, submissionId: number): Promise<AcceptedRun> {
  if (!isRowNumber(submissionId)) throw new Refusal('NOT_FOUND')
  const runs = runsOf(
    contest,
    Prisma.sql`and s."problemId" = (select "problemId" from "Submission" where "id" = ${submissionId})`,
  )
  const [run] = await ctx.db.$queryRaw<RunRow[]>`${runs}
    select * from "runs" where "submissionId" = ${submissionId}`
  if (!run) throw new Refusal('NOT_FOUND')
  return asRun(contest, run)
}

type Step = {
  /** Filter of deliveries that the step changes. */
  from: Prisma.DeliveryWhereInput
  to: Prisma.DeliveryUncheckedUpdateManyInput
  /** Whether the run is already in the state the step leads to. */
  isDone?: (run: AcceptedRun) => boolean
}

const UNDELIVERED = { claimedById: null, claimedAt: null, checkedAt: null }

/** Filter: deliveries without a claim or a delivery since the run was sent. */
const beforeRun = ({ createdAt }: AcceptedRun): Prisma.DeliveryWhereInput => ({
  AND: [
    { OR: [{ claimedAt: null }, { claimedAt: { lt: createdAt } }] },
    { OR: [{ checkedAt: null }, { checkedAt: { lt: createdAt } }] },
  ],
})

/**
 * Takes one step of the delivery of a run, for organisers. One statement checks and changes the row, so that
 * one of two concurrent steps fails and none waits for the list of runs. Throws RUN_CLAIMED when the delivery
 * is not in the expected state.
 */
async function deliver(
  ctx: Context,
  contestId: number,
  submissionId: number,
  stepOf: (viewerId: string) => Step,
): Promise<AcceptedRun> {
  const contest = await findManagedContest(ctx, contestId)
  requireLogin(ctx)
  const run = await findRun(ctx, contest, submissionId)
  const { from, to, isDone = () => false } = stepOf(ctx.viewer.id)
  const { problemId, userId } = run
  const key = { contestId, problemId, userId }
  return transact(ctx, async (ctx) => {
    await ctx.db.delivery.createMany({ data: [key], skipDuplicates: true })
    await ctx.db.delivery.updateMany({ where: { AND: [key, beforeRun(run)] }, data: UNDELIVERED })
    const { count } = await ctx.db.delivery.updateMany({ where: { AND: [key, from] }, data: to })
    const { claimedBy, claimedAt, checkedAt } = await ctx.db.delivery.findUniqueOrThrow({
      where: { contestId_problemId_userId: key },
      include: { claimedBy: { select: { username: true } } },
    })
    const now = { ...run, claimedBy: claimedBy?.username ?? null, claimedAt, checkedAt }
    if (count === 0 && !isDone(now)) throw new Refusal('RUN_CLAIMED')
    if (count > 0) await emit(ctx, 'delivery.changed', { contestId, submissionId })
    return now
  })
}

/** Claims an unclaimed, undelivered balloon, or releases the viewer's own claim. */
export const claimRun = (ctx: Context, contestId: number, submissionId: number, isClaimed: boolean) =>
  deliver(ctx, contestId, submissionId, (claimedById) =>
    isClaimed
      ? { from: { claimedById: null, checkedAt: null }, to: { claimedById, claimedAt: ctx.now } }
      : {
          from: { claimedById },
          to: { claimedById: null, claimedAt: null },
          isDone: ({ claimedBy }) => claimedBy === null,
        },
  )

/** Marks the balloon of a run as delivered, or as not delivered. */
export const checkRun = (ctx: Context, contestId: number, submissionId: number, isChecked: boolean) =>
  deliver(ctx, contestId, submissionId, () => ({
    from: { checkedAt: isChecked ? null : { not: null } },
    to: { checkedAt: isChecked ? ctx.now : null },
    isDone: () => true,
  }))

const OF_ALL_RUNS: ReadonlySet<EventName> = new Set([
  'seats.changed',
  'contest.changed',
  'participation.changed',
])

/**
 * Submission whose run was accepted, claimed or delivered, for organisers; null after a change that affects all runs:
 * of seats, of the contest, or of a participant who is disqualified or reinstated.
 */
export async function watchRuns(
  ctx: Context,
  contestId: number,
): Promise<Stream<{ submissionId: number | null }>> {
  await findManagedContest(ctx, contestId)
  return watch(ctx, {
    concern: ({ name, payload }) => {
      if (OF_ALL_RUNS.has(name))
        return 'contestId' in payload && payload.contestId === contestId ? { key: null, wait: 0 } : null
      const concerns =
        name === 'delivery.changed' || name === 'submission.judged' || name === 'submission.changed'
      if (!concerns || payload.contestId !== contestId) return null
      return { key: payload.submissionId, wait: 0 }
    },
    read: async (now, submissionId: number | null) => {
      const isIn = await unlessRefused(findManagedContest(now, contestId))
      return isIn && { submissionId }
    },
  })
}
