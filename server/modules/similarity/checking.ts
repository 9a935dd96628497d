import type { Training } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { emit, transact } from '../../events.ts'
import { studentsOf } from '../../policy/training.ts'
import { record } from '../audit/audit.ts'
import type { Task, Work } from '../operation/operation.ts'
import { isUnderWay, startOperation } from '../operation/operation.ts'
import { ownKeyLike } from '../site/language.ts'
import { type Comparison, compareInThread } from './comparing.ts'
import type { Similar } from './matching.ts'
import { enterSimilarity } from './similarity.ts'

/** Most programs compared of one problem, the newest. */
const MOST_PROGRAMS = 1_000

/** Starts a comparison of the solutions in a training; one that is under way goes on instead. */
export async function checkSimilarity(ctx: Context, trainingId: number): Promise<Training> {
  const training = await enterSimilarity(ctx, trainingId)
  await transact(ctx, async (ctx) => {
    await ctx.db.$queryRaw`select "id" from "Training" where "id" = ${trainingId} for no key update`
    const run = await ctx.db.similarityRun.findUnique({ where: { trainingId }, include: { operation: true } })
    if (run?.operation && isUnderWay(run.operation)) return
    const links = await ctx.db.trainingProblem.findMany({
      where: { trainingId },
      orderBy: [{ rank: 'asc' }, { id: 'asc' }],
      select: { problemId: true },
    })
    const problemIds = links.map(({ problemId }) => problemId)
    const { groupId } = training
    const work = { total: problemIds.length, groupId }
    const operation = await startOperation(ctx, 'SIMILARITY_CHECK', { trainingId, problemIds }, work)
    const started = {
      operationId: operation.id,
      startedById: ctx.viewer?.id ?? null,
      startedAt: ctx.now,
      finishedAt: null,
      compared: 0,
    }
    await ctx.db.similarityRun.upsert({
      where: { trainingId },
      create: { trainingId, ...started },
      update: started,
    })
    await record(ctx, 'training.similarityChecked', ['Training', trainingId], {}, groupId)
    await emit(ctx, 'similarity.changed', { trainingId })
  })
  return training
}

type Sent = { id: number; userId: string; language: string; source: string }

/**
 * The newest accepted submission of each student in a problem, in practice or in the problem's group, as the rank of the
 * training counts them; null when the training or its problem is gone.
 */
async function readSolutions(
  ctx: Context,
  trainingId: number,
  problemId: number,
): Promise<{ sent: Sent[]; templates: Comparison['templates'] } | null> {
  const link = await ctx.db.trainingProblem.findUnique({
    where: { trainingId_problemId: { trainingId, problemId } },
    include: {
      training: { include: { homework: true } },
      problem: { select: { groupId: true, templates: true } },
    },
  })
  if (!link) return null
  const students = await ctx.db.user.findMany({
    where: studentsOf(link.training),
    select: { id: true },
  })
  const sent = await ctx.db.$queryRaw<Sent[]>`
    select one."id", one."userId", one."language", c."source" from (
      select distinct on (s."userId") s."id", s."userId", s."language" from "Submission" s
      where s."problemId" = ${problemId} and s."userId" = any(${students.map(({ id }) => id)})
        and s."contestId" is null and (s."groupId" is null or s."groupId" = ${link.problem.groupId})
        and s."countedVerdict" = 'ACCEPTED'
        and s."createdAt" >= coalesce(${link.training.homework?.opensAt ?? null}::timestamptz, '-infinity')
      order by s."userId", s."id" desc
    ) one join "SubmissionCode" c on c."submissionId" = one."id"
    order by one."id" desc limit ${MOST_PROGRAMS}`
  const templates = link.problem.templates.map(({ languageKey, code }) => ({
    language: languageKey,
    source: code,
  }))
  // The thread that compares knows our own languages alone.
  return { sent: sent.map((one) => ({ ...one, language: ownKeyLike(one.language) })), templates }
}

/** Replaces the pairs of a problem; pairs of the same two submissions stay marked. */
async function writePairs(
  ctx: Context,
  { trainingId, problemId }: { trainingId: number; problemId: number },
  sent: readonly Sent[],
  pairs: readonly Similar[],
): Promise<void> {
  // A problem that left the training meanwhile took its pairs with it, and submissions may be gone.
  const links = await ctx.db.$queryRaw<object[]>`
    select from "TrainingProblem" where "trainingId" = ${trainingId} and "problemId" = ${problemId} for key share`
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    select "id" from "Submission" where "id" = any(${sent.map(({ id }) => id)}) order by "id" for key share`
  const present = new Set(rows.map(({ id }) => id))
  const left = links.length === 0 ? [] : pairs.filter(({ a, b }) => present.has(a) && present.has(b))
  const userOf = new Map(sent.map(({ id, userId }) => [id, userId]))
  const found = left.map(({ a, b, ...pair }) => ({
    ...pair,
    firstId: a,
    secondId: b,
    firstUserId: userOf.get(a) ?? '',
    secondUserId: userOf.get(b) ?? '',
  }))
  const kept = JSON.stringify(found)
  await ctx.db.$executeRaw`
    delete from "SimilarPair" p where p."trainingId" = ${trainingId} and p."problemId" = ${problemId}
      and (p."firstId", p."secondId") not in (
        select f."firstId", f."secondId" from jsonb_to_recordset(${kept}::jsonb) f("firstId" int, "secondId" int))`
  await ctx.db.$executeRaw`
    insert into "SimilarPair" ("trainingId", "problemId", "firstId", "secondId", "firstUserId", "secondUserId", "percent",
      "lines", "regions", "foundAt")
    select ${trainingId}::int, ${problemId}::int, f.*, ${ctx.now}::timestamptz from jsonb_to_recordset(${kept}::jsonb)
      f("firstId" int, "secondId" int, "firstUserId" text, "secondUserId" text, "percent" int, "lines" int, "regions" jsonb)
    on conflict ("trainingId", "firstId", "secondId") do update set "percent" = excluded."percent",
      "lines" = excluded."lines", "regions" = excluded."regions", "foundAt" = excluded."foundAt"`
}

/** Compares the solutions of the next problem. One that is too much to compare is refused, and keeps its pairs. */
async function step(ctx: Context, { id, input: { trainingId, problemIds }, done }: Task<'SIMILARITY_CHECK'>) {
  const problemId = problemIds[done] ?? 0
  const subject = `${problemId}`
  const read = await readSolutions(ctx, trainingId, problemId)
  if (!read) return async () => [{ subject }]
  const { sent, templates } = read
  const pairs = await compareInThread({ programs: sent, templates })
  return async (ctx: Context) => {
    await ctx.db.similarityRun.updateMany({
      where: { trainingId, operationId: id },
      data: { compared: { increment: sent.length } },
    })
    if (pairs) await writePairs(ctx, { trainingId, problemId }, sent, pairs)
    await emit(ctx, 'similarity.changed', { trainingId })
    const refusal = pairs ? null : ({ code: 'OPERATION_CRASHED', parameters: {} } as const)
    return [{ subject, refusal }]
  }
}

/** The work of SIMILARITY_CHECK operations. */
export const similarityWork: Work<'SIMILARITY_CHECK'> = {
  step,
  result: async (ctx, { id }) => {
    await ctx.db.similarityRun.updateMany({ where: { operationId: id }, data: { finishedAt: ctx.now } })
    return null
  },
}
