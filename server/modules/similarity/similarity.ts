import type { Prisma, SimilarityRun, SimilarPair, Submission, Training } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { Refusal, unlessRefused } from '../../core/errors.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { visibleSubmissions, withinOf } from '../../policy/submission.ts'
import { gradesTraining, visibleSimilarPairs } from '../../policy/training.ts'
import { find } from '../../venue.ts'
import { GONE, type Stream, watch } from '../../watch.ts'
import { record } from '../audit/audit.ts'
import { isAboutGroup } from '../group/group.ts'
import { isUnderWay } from '../operation/operation.ts'
import { TRAINING } from '../training/training.ts'

/** A training whose solutions the viewer may have compared. Refuses members and others alike, run or none. */
export async function enterSimilarity(ctx: Context, trainingId: number): Promise<Training> {
  const training = await find(ctx, TRAINING, trainingId, 'look')
  authorize(ctx, gradesTraining(readerOf(ctx), training))
  return training
}

/** Whether `enterSimilarity` lets the viewer pass. */
export async function mayEnterSimilarity(ctx: Context, trainingId: number): Promise<boolean> {
  return (await unlessRefused(enterSimilarity(ctx, trainingId))) !== null
}

export const SIMILARITY_STATES = ['RUNNING', 'DONE', 'FAILED'] as const

/** The last comparison of a training: `done` of `total` problems, `refused` that were too much to compare. */
export type Run = Pick<SimilarityRun, 'startedAt' | 'finishedAt' | 'compared'> & {
  state: (typeof SIMILARITY_STATES)[number]
  done: number
  total: number
  refused: number
}

/** The last comparison of a training, without authorization; null: none. */
export async function lastRun(ctx: Context, trainingId: number): Promise<Run | null> {
  const run = await ctx.db.similarityRun.findUnique({ where: { trainingId }, include: { operation: true } })
  if (!run) return null
  const { operation, startedAt, finishedAt, compared } = run
  const { done = 0, total = 0, refused = 0 } = operation ?? {}
  const isRunning = operation !== null && isUnderWay(operation)
  const isDone = finishedAt !== null && (operation === null || operation.state === 'DONE')
  return {
    startedAt,
    finishedAt,
    compared,
    done,
    total,
    refused,
    state: isRunning ? 'RUNNING' : isDone ? 'DONE' : 'FAILED',
  }
}

export type PairFilter = {
  /** Also those marked as unrelated. */
  dismissed?: boolean | null
  problemId?: number | null
}

/** Pairs of a training that the viewer sees, the most similar first; without `dismissed` those not marked as unrelated. */
export const pairListing = (ctx: Context, trainingId: number, { dismissed, problemId }: PairFilter) =>
  ({
    where: {
      AND: [
        { trainingId },
        visibleSimilarPairs(readerOf(ctx)),
        dismissed ? {} : { dismissedAt: null },
        typeof problemId === 'number' ? { problemId } : {},
      ],
    },
    orderBy: [{ percent: 'desc' }, { lines: 'desc' }, { id: 'asc' }],
  }) satisfies Prisma.SimilarPairFindManyArgs

/** A pair that the viewer sees. */
export async function findPair(ctx: Context, id: number): Promise<SimilarPair> {
  const pair = isRowNumber(id)
    ? await ctx.db.similarPair.findFirst({ where: { AND: [{ id }, visibleSimilarPairs(readerOf(ctx))] } })
    : null
  if (!pair) throw new Refusal('NOT_FOUND')
  return pair
}

/** Marks a pair as unrelated, or no longer; it stays marked while both submissions are compared. */
export async function dismissPair(ctx: Context, id: number, isUnrelated: boolean): Promise<SimilarPair> {
  authorize(ctx, true)
  const { trainingId, dismissedAt, ...pair } = await findPair(ctx, id)
  if ((dismissedAt !== null) === isUnrelated) return { trainingId, dismissedAt, ...pair }
  const { id: viewerId } = ctx.viewer
  return transact(ctx, async (ctx) => {
    const [marked] = await ctx.db.similarPair.updateManyAndReturn({
      where: { id },
      data: isUnrelated
        ? { dismissedAt: ctx.now, dismissedById: viewerId }
        : { dismissedAt: null, dismissedById: null },
    })
    // A check that runs meanwhile may have removed it.
    if (!marked) throw new Refusal('NOT_FOUND')
    const submissions = `${marked.firstId}, ${marked.secondId}`
    await record(ctx, 'training.similarityMarked', ['Training', trainingId], {
      before: { submissions, unrelated: !isUnrelated },
      after: { submissions, unrelated: isUnrelated },
    })
    await emit(ctx, 'similarity.changed', { trainingId })
    return marked
  })
}

/** A submission of a pair with its code. `isOpen`: the viewer may open its page too. */
export type Side = Pick<Submission, 'id' | 'language' | 'userId'> & { source: string; isOpen: boolean }

/** The two submissions of a pair that the viewer sees: administrators of the group read the code of both. */
export async function sidesOf(
  ctx: Context,
  { firstId, secondId }: Pick<SimilarPair, 'firstId' | 'secondId'>,
): Promise<Side[]> {
  const rows = await ctx.db.submission.findMany({
    where: { id: { in: [firstId, secondId] } },
    include: { code: true },
  })
  const sides = rows.map(async (row): Promise<Side> => {
    const { id, language, userId, code } = row
    const seen = visibleSubmissions(readerOf(ctx), withinOf(row))
    const isOpen = (await ctx.db.submission.count({ where: { AND: [{ id }, seen] } })) > 0
    return { id, language, userId, isOpen, source: code?.source ?? '' }
  })
  return (await Promise.all(sides)).sort((one, other) => one.id - other.id)
}

/** Delay (ms) between updates of progress. */
const PACE = 300

/** A training whenever its comparison advanced or a pair was marked, until the viewer may not see them. */
export async function watchSimilarity(ctx: Context, trainingId: number): Promise<Stream<Training>> {
  const training = await enterSimilarity(ctx, trainingId)
  const { groupId } = training
  const operationOf = async () =>
    (await ctx.db.similarityRun.findUnique({ where: { trainingId }, select: { operationId: true } }))
      ?.operationId ?? null
  let operationId = await operationOf()
  return watch<number, Training>(ctx, {
    sight: (reader) => ({ similarityOf: trainingId, sees: gradesTraining(reader, training) }),
    place: { contest: null, groupId },
    concern: (event) => {
      const isOwn = event.name === 'similarity.changed' && event.payload.trainingId === trainingId
      const isEnd = event.name === 'operation.changed' && event.payload.operationId === operationId
      if (isOwn || isEnd) return { key: trainingId, wait: PACE }
      const isOfTraining = event.name === 'training.changed' && event.payload.trainingId === trainingId
      return isOfTraining || isAboutGroup(event, groupId) ? { key: trainingId, wait: 0 } : null
    },
    read: async (now) => {
      operationId = await operationOf()
      return (await mayEnterSimilarity(now, trainingId)) ? enterSimilarity(now, trainingId) : GONE
    },
  })
}
