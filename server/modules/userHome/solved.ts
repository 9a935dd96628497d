import type { Problem } from '#prisma/generated/client.ts'
import { Difficulty } from '#prisma/generated/enums.ts'
import { type Context, type House, readerOf } from '../../context.ts'
import { keep } from '../../core/cache.ts'
import { listedProblems, sitesProblems } from '../../policy/problem.ts'
import { nameOf } from '../tag/tag.ts'

/** Display ids of solved problems that the viewer sees, oldest problem first (area-rules R8). */
export async function solvedDisplayIds(ctx: Context, userId: string): Promise<string[]> {
  const rows = await ctx.db.problemProgress.findMany({
    where: { userId, verdict: 'ACCEPTED', problem: sitesProblems(readerOf(ctx)) },
    orderBy: { problemId: 'asc' },
    select: { problem: { select: { displayId: true } } },
  })
  return rows.map(({ problem }) => problem.displayId)
}

type Solved = Pick<Problem, 'id' | 'displayId' | 'difficulty'>
export type SolvedGroup = { difficulty: Difficulty; solved: Solved[]; total: number }

const TOTALS_KEPT_SECONDS = 60

/** Number of public problems by difficulty. */
const publicTotals = keep(TOTALS_KEPT_SECONDS, async ({ database }: House) => {
  const rows = await database.prisma.problem.groupBy({
    by: 'difficulty',
    where: listedProblems,
    _count: true,
  })
  return new Map(rows.map(({ difficulty, _count }) => [difficulty, _count]))
})

/** Solved public problems by difficulty, easy ones first (area-rules R8). */
export async function solvedByDifficulty(ctx: Context, userId: string): Promise<SolvedGroup[]> {
  const [rows, totals] = await Promise.all([
    ctx.db.problemProgress.findMany({
      where: { userId, verdict: 'ACCEPTED', problem: listedProblems },
      orderBy: { problemId: 'asc' },
      select: { problem: { select: { id: true, displayId: true, difficulty: true } } },
    }),
    publicTotals.get(ctx.house, ctx.now),
  ])
  return Object.values(Difficulty).map((difficulty) => {
    const solved = rows.map(({ problem }) => problem).filter((problem) => problem.difficulty === difficulty)
    return { difficulty, solved, total: Math.max(totals.get(difficulty) ?? 0, solved.length) }
  })
}

export type SolvedTag = { name: string; color: string | null; solved: number }

/** Tags of a home page. */
const MAX_TAGS = 12

/** Tags of the site by solved public problems, most first. */
export async function solvedByTag(ctx: Context, userId: string): Promise<SolvedTag[]> {
  const counts = await ctx.db.$queryRaw<{ tagId: number; solved: number }[]>`
    select pt."tagId", count(*)::int as "solved"
    from "ProblemProgress" g
    join "Problem" p on p."id" = g."problemId" and p."visibility" = 'PUBLIC'
    join "ProblemTag" pt on pt."problemId" = p."id"
    join "Tag" t on t."id" = pt."tagId" and t."groupId" is null
    where g."userId" = ${userId} and g."verdict" = 'ACCEPTED'
    group by 1 order by 2 desc, 1 limit ${MAX_TAGS}`
  const tags = await ctx.db.tag.findMany({ where: { id: { in: counts.map(({ tagId }) => tagId) } } })
  const byId = new Map(tags.map((tag) => [tag.id, tag]))
  return counts.flatMap(({ tagId, solved }) => {
    const tag = byId.get(tagId)
    return tag ? [{ name: nameOf(tag, ctx), color: tag.color, solved }] : []
  })
}

/** Best OI rank score of each attempted problem; 0 for an ACM problem that is unsolved (area-rules R8). */
export async function bestScores(ctx: Context, userId: string): Promise<number[]> {
  const rows = await ctx.db.$queryRaw<{ score: number }[]>`
    select rank_score(g."verdict", g."oiRankScore", p."difficulty") as "score"
    from "ProblemProgress" g join "Problem" p on p."id" = g."problemId"
    where g."userId" = ${userId} order by g."problemId"`
  return rows.map(({ score }) => score)
}
