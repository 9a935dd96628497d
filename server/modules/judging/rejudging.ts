import { Prisma, type Rejudging, type Submission } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf, requireLogin, type SignedInContext } from '../../context.ts'
import { Refusal } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { transact } from '../../events.ts'
import {
  canRejudge,
  canRejudgeIn,
  canRejudgeSomewhere,
  canRejudgeSubmission,
  canSubmitAgain,
  isResubmittable,
  visibleJudgements,
  visibleRejudgingEntries,
  visibleRejudgings,
} from '../../policy/judging.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { OWNED_PROBLEM } from '../../policy/problem.ts'
import { homeOf } from '../../policy/venue.ts'
import { find } from '../../venue.ts'
import { groupOf, record } from '../audit/audit.ts'
import { CONTEST } from '../contest/contest.ts'
import { goOn, startOperation } from '../operation/operation.ts'
import { findProblemByNumber } from '../problem/problem.ts'
import { isNothing, rowsOf, type SubmissionFilter, scopeOf } from '../submission/listing.ts'
import { isStorable } from '../submission/sending.ts'
import { findSubmission } from '../submission/submission.ts'
import { requireTestset, TASK_COLUMNS } from '../submission/task.ts'
import { actOutcomeOf } from './acts.ts'
import { beginBatch, endWhole, noteRejudged, takeTurns, tellHeld } from './rejudgingBatch.ts'
import { isRemote, OF_BANK } from './remote.ts'

const MAX_REASON = 500
/** How long (ms) an author waits before resubmitting the same submission again. */
const RESUBMIT_AFTER_MS = 600_000
/** Most judgements that the page of a submission shows. */
const MOST_JUDGEMENTS = 50

/** Columns of a submission that the rights to judge it again need. */
export const JUDGED_PLACE = {
  groupId: true,
  contest: { select: ORGANISED },
  problem: { select: { ...OWNED_PROBLEM, testsetId: true, bankKey: true } },
} satisfies Prisma.SubmissionSelect

type JudgedPlace = Prisma.SubmissionGetPayload<{ select: typeof JUDGED_PLACE }>

/** A submission that the viewer may judge again. Checked before visibility, so that a refusal says nothing about a hidden row. */
async function findJudgeable(
  ctx: Context,
  id: number,
  isAllowed: (place: JudgedPlace | null) => boolean,
): Promise<Submission> {
  const place = isRowNumber(id)
    ? await ctx.db.submission.findUnique({ where: { id }, select: JUDGED_PLACE })
    : null
  authorize(ctx, isAllowed(place))
  return findSubmission(ctx, id)
}

/** A submission that the viewer may correct and cancel. */
export const findCorrectable = (ctx: Context, id: number): Promise<Submission> =>
  findJudgeable(ctx, id, (place) => canRejudgeIn(readerOf(ctx), place?.contest ?? null))

/** A submission that the viewer may rejudge. */
const findRejudgeable = (ctx: Context, id: number): Promise<Submission> =>
  findJudgeable(ctx, id, (place) =>
    place ? canRejudgeSubmission(readerOf(ctx), place) : canRejudge(readerOf(ctx)),
  )

/** Rejudges one submission, with immediate effect. */
export async function rejudgeSubmission(ctx: Context, id: number): Promise<void> {
  const submission = await findRejudgeable(ctx, id)
  const isOfBank = await isRemote(ctx, submission)
  await judgeAnew(ctx, submission, async (_, { state }) => {
    // What is under way at another judge must not be sent there twice.
    if (isOfBank && state !== 'DONE') throw new Refusal('NOT_RESUBMITTABLE')
  })
}

/**
 * Rejudges a submission of the viewer's own, at most once in `RESUBMIT_AFTER_MS`. Refused in contests, where
 * a randomly failing program could try again without a penalty, and after a manual verdict. A submission that
 * a remote judge gave no verdict on is sent to it again, in contests too (area-rules B7).
 */
export async function resubmit(ctx: Context, id: number): Promise<void> {
  requireLogin(ctx)
  const submission = await findSubmission(ctx, id)
  authorize(ctx, canSubmitAgain(readerOf(ctx), submission))
  if (await isRemote(ctx, submission))
    return judgeAnew(ctx, submission, async (_, before) => {
      if (!isResubmittable(before)) throw new Refusal('NOT_RESUBMITTABLE')
    })
  if (submission.contestId !== null) throw new Refusal('NOT_RESUBMITTABLE')
  await judgeAnew(ctx, submission, async (ctx, { state, manual }) => {
    if (state !== 'DONE' || manual) throw new Refusal('NOT_RESUBMITTABLE')
    const last = await ctx.db.rejudging.findFirst({
      where: {
        entries: { some: { submissionId: id } },
        operation: { createdAt: { gt: new Date(ctx.now.getTime() - RESUBMIT_AFTER_MS) } },
      },
      orderBy: { operation: { createdAt: 'desc' } },
      include: { operation: true },
    })
    if (!last) return
    const wait = last.operation.createdAt.getTime() + RESUBMIT_AFTER_MS - ctx.now.getTime()
    throw new Refusal('SUBMIT_TOO_SOON', { seconds: Math.ceil(wait / 1000) })
  })
}

/** Starts a rejudging of one submission, unless `check` refuses its locked row. */
async function judgeAnew(
  ctx: Context,
  submission: Submission,
  check: (ctx: Context, before: Submission) => Promise<void>,
): Promise<void> {
  const { id, problemId, contestId, groupId } = submission
  if (!(await isRemote(ctx, submission)))
    requireTestset(await ctx.db.problem.findUniqueOrThrow({ where: { id: problemId }, select: TASK_COLUMNS }))
  await transact(ctx, async (ctx) => {
    await takeTurns(ctx)
    const before = await ctx.db.submission.findUniqueOrThrow({ where: { id } })
    await check(ctx, before)
    const operation = await startOperation(ctx, 'SINGLE_REJUDGING', {}, { total: 1, begun: true, groupId })
    const rejudging = await ctx.db.rejudging.create({
      data: {
        scope: 'SUBMISSION',
        problemId,
        contestId,
        operationId: operation.id,
        entries: { create: { submissionId: id } },
      },
    })
    await beginBatch(ctx, rejudging.id)
    await record(ctx, 'submission.rejudged', ['Submission', id], {
      before: actOutcomeOf(before),
      rejudgingId: rejudging.id,
    })
  })
}

export type RejudgeInput = {
  filter?: SubmissionFilter | null
  /** All submissions of this problem, instead of a filter. */
  problemId?: number | null
  reason?: string | null
}

function readReason(given: string | null | undefined): string {
  const reason = given?.trim() ?? ''
  if (reason.length > MAX_REASON || !isStorable(reason))
    throw new Refusal('INVALID_INPUT', { field: 'reason', max: MAX_REASON })
  return reason
}

/** Rejudges many submissions: those of a filter, or all of a problem. Returns the number of the rejudging. */
export async function rejudge(ctx: Context, input: RejudgeInput): Promise<number> {
  authorize(ctx, canRejudge(readerOf(ctx)))
  const reason = readReason(input.reason)
  const { problemId = null } = input
  const problem = problemId === null ? null : await findProblemByNumber(ctx, problemId)
  const filter = problem ? {} : persistable(ctx, input.filter ?? {})
  const scope = await scopeOf(ctx, problem ? { problemId, groupId: homeOf(problem) } : filter)
  if (isNothing(scope)) throw new Refusal('NOTHING_TO_REJUDGE')
  const data = { scope: problemId === null ? 'FILTER' : 'PROBLEM', filter, problemId, reason } as const
  return startRejudging(ctx, rowsOf(scope), data)
}

export type ContestRejudging = {
  contestId: number
  problemId: number
  reason?: string | null
  /** Whether its outcomes count only when somebody applies them. */
  isHeld: boolean
}

/** Rejudges submissions to a contest problem. Returns the number of the rejudging. */
export async function rejudgeContestProblem(ctx: Context, input: ContestRejudging): Promise<number> {
  authorize(ctx, canRejudgeSomewhere(readerOf(ctx)))
  const reason = readReason(input.reason)
  const { contestId, problemId, isHeld } = input
  authorize(ctx, canRejudgeIn(readerOf(ctx), await find(ctx, CONTEST, contestId, 'look')))
  if (!isRowNumber(problemId)) throw new Refusal('NOT_FOUND')
  // Unjudged submissions will use the current tests anyway.
  const which = isHeld ? Prisma.sql`and "state" = 'DONE'` : Prisma.empty
  const rows = Prisma.sql`"contestId" = ${contestId} and "problemId" = ${problemId} ${which}`
  const hold = isHeld ? 'WAITING' : null
  return startRejudging(ctx, rows, { scope: 'PROBLEM', contestId, problemId, reason, hold })
}

type NewRejudging = Omit<Prisma.RejudgingUncheckedCreateInput, 'operationId' | 'reason'> & { reason: string }

/** Starts a rejudging of the submissions that match a condition, if their problem has tests or another judge has judged them. */
function startRejudging(ctx: Context, which: Prisma.Sql, data: NewRejudging): Promise<number> {
  return transact(ctx, async (ctx) => {
    const rows = Prisma.sql`
      from "Submission"
      where ${which}
        and ("state" = 'DONE' and ${OF_BANK} or not ${OF_BANK}
          and "problemId" in (select "id" from "Problem" as p where p."testsetId" is not null))`
    const [counted] = await ctx.db.$queryRaw<{ total: number }[]>`select count(*)::int as "total" ${rows}`
    if (!counted?.total) throw new Refusal('NOTHING_TO_REJUDGE')
    const { contestId = null, problemId = null } = data
    const groupId =
      contestId === null
        ? problemId && (await groupOf(ctx, 'Problem', problemId))
        : await groupOf(ctx, 'Contest', contestId)
    const operation = await startOperation(ctx, 'REJUDGING', {}, { ...counted, groupId })
    const { id } = await ctx.db.rejudging.create({ data: { ...data, operationId: operation.id } })
    const total = await ctx.db.$executeRaw`
      insert into "RejudgingEntry" ("rejudgingId", "submissionId") select ${id}, "id" ${rows} order by "id"`
    await ctx.db.operation.update({ where: { id: operation.id }, data: { total } })
    await record(ctx, 'rejudging.started', ['Rejudging', id], {
      count: total,
      reason: data.reason,
      rejudgingId: id,
    })
    if (data.hold) await tellHeld(ctx, { id, contestId: data.contestId ?? null })
    return id
  })
}

/** The filter to store: "mine" becomes a username, and empty fields are left out. */
function persistable(ctx: SignedInContext, { mine, ids: _, ...filter }: SubmissionFilter) {
  const named = mine ? { ...filter, username: ctx.viewer.username } : filter
  return Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Omit<SubmissionFilter, 'mine' | 'ids'>
}

/** Upper bound of the count. */
const MOST_OUTDATED = 100_000

/**
 * Number of submissions to a problem that were judged with another version of its tests, and that a rejudging of the
 * problem may change: those of contests are rejudged there. Zero for viewers who may not rejudge.
 */
export async function countOutdated(ctx: Context, problemId: number): Promise<number> {
  if (!canRejudge(readerOf(ctx))) return 0
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as "count" from (
      select from "Submission" s
      join "Problem" p on p."id" = s."problemId" and p."testsetId" is not null
      left join "Judgement" j on j."id" = s."judgementId"
      where s."problemId" = ${problemId} and s."state" = 'DONE' and s."verdict" <> 'COMPILE_ERROR'
        and j."testsetId" is distinct from p."testsetId" and j."bank" is null
        and s."contestId" is null
        and s."groupId" is not distinct from case when p."visibility" <> 'PUBLIC' then p."groupId" end
      limit ${MOST_OUTDATED}) as outdated`
  return row?.count ?? 0
}

/** A rejudging that the viewer may see. */
export async function findRejudging(ctx: Context, id: number): Promise<Rejudging> {
  if (!isRowNumber(id)) throw new Refusal('NOT_FOUND')
  const rejudging = await ctx.db.rejudging.findFirst({
    where: { AND: [{ id }, visibleRejudgings(readerOf(ctx))] },
  })
  if (!rejudging) throw new Refusal('NOT_FOUND')
  return rejudging
}

/** Rejudgings, newest first, without those of one submission, which its page shows. */
export function rejudgingListing(ctx: Context) {
  authorize(ctx, canRejudge(readerOf(ctx)))
  return {
    where: { AND: [visibleRejudgings(readerOf(ctx)), { scope: { not: 'SUBMISSION' } }] },
    orderBy: { id: 'desc' },
  } satisfies Prisma.RejudgingFindManyArgs
}

/** Entries of a rejudging in the order of the submissions. */
export const entryListing = (ctx: Context, rejudging: Pick<Rejudging, 'id'>, changed: boolean) =>
  ({
    where: {
      AND: [
        visibleRejudgingEntries(readerOf(ctx)),
        { rejudgingId: rejudging.id },
        changed ? { changed: true } : {},
      ],
    },
    orderBy: { id: 'asc' },
  }) satisfies Prisma.RejudgingEntryFindManyArgs

/** Filter a rejudging was started with. */
export const filterOfRejudging = ({ filter }: Pick<Rejudging, 'filter'>) => filter as SubmissionFilter

/** Filter: judgements of a submission that the viewer may see. */
export const whereJudgementsOf = (ctx: Context, submissionId: number): Prisma.JudgementWhereInput => ({
  AND: [{ submissionId }, visibleJudgements(readerOf(ctx))],
})

/** Newest judgements of a submission. */
export const judgementListing = (ctx: Context, submissionId: number) =>
  ({
    where: whereJudgementsOf(ctx, submissionId),
    orderBy: [{ queuedAt: 'desc' }, { id: 'desc' }],
    take: MOST_JUDGEMENTS,
  }) satisfies Prisma.JudgementFindManyArgs

/** Most files removed per sweep. */
const SWEEP = 1000

/** Records results of rejudgings that were missed, and continues those whose job was lost. */
export async function sweepRejudgings(ctx: Context): Promise<void> {
  const forgotten = await ctx.db.$queryRaw<{ id: number }[]>`
    select e."submissionId" as "id" from "RejudgingEntry" e join "Judgement" j on j."id" = e."judgementId"
    where e."endedAt" is null and j."state" = 'DONE' limit ${SWEEP}`
  if (forgotten.length > 0)
    await noteRejudged(
      ctx,
      forgotten.map(({ id }) => id),
    )
  const unfinished = await ctx.db.$queryRaw<{ id: number }[]>`
    select o."id" from "Rejudging" r join "Operation" o on o."id" = r."operationId"
    where o."state" <> 'DONE' and exists (
      select from "RejudgingEntry" e left join "Judgement" j on j."id" = e."judgementId"
      where e."rejudgingId" = r."id" and e."endedAt" is null and (j."id" is null
        or (o."state" = 'CANCELLED' and j."state" in ('QUEUED', 'AWAITING_ACCOUNT') and e."verdictBefore" is not null)))`
  for (const { id } of unfinished) await goOn(ctx, id)
  const running = await ctx.db.rejudging.findMany({
    where: { operation: { state: 'RUNNING' } },
    select: { id: true },
  })
  for (const { id } of running) await endWhole(ctx, id)
}
