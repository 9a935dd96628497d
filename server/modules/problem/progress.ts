import type { Difficulty, GroupProgress, ProblemProgress } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { roleIn } from '../../policy/reader.ts'

/**
 * The viewer's progress in problems of a group, for those of `problemIds` that they tried; none for
 * non-members.
 */
export async function progressInGroup(
  ctx: Context,
  groupId: number,
  problemIds: readonly number[],
): Promise<GroupProgress[]> {
  if (ctx.viewer === null || roleIn(readerOf(ctx), groupId) === null) return []
  const { id: userId } = ctx.viewer
  return ctx.db.groupProgress.findMany({ where: { groupId, userId, problemId: { in: [...problemIds] } } })
}

/** The viewer's progress in each problem, in the order asked; null without a submission, and for guests. */
export async function progressOfEach(
  ctx: Context,
  problemIds: readonly number[],
): Promise<(ProblemProgress | null)[]> {
  if (ctx.viewer === null || problemIds.length === 0) return problemIds.map(() => null)
  const rows = await ctx.db.problemProgress.findMany({
    where: { userId: ctx.viewer.id, problemId: { in: [...problemIds] } },
  })
  const byProblem = new Map(rows.map((row) => [row.problemId, row]))
  return problemIds.map((id) => byProblem.get(id) ?? null)
}

/** A problem, with the group whose own problem it is; null: the site. */
export type PlacedProblem = { id: number; home: number | null }

/** The viewer's progress in each problem where it lives, in the order asked; null without a submission. */
export async function progressAtHome(
  ctx: Context,
  problems: readonly PlacedProblem[],
): Promise<(ProblemProgress | GroupProgress | null)[]> {
  const groupIds = [...new Set(problems.flatMap(({ home }) => home ?? []))]
  const [site, ...groups] = await Promise.all([
    progressOfEach(
      ctx,
      problems.map(({ id }) => id),
    ),
    ...groupIds.map((groupId) =>
      progressInGroup(
        ctx,
        groupId,
        problems.flatMap(({ id, home }) => (home === groupId ? id : [])),
      ),
    ),
  ])
  const inGroups = new Map(groups.flat().map((row) => [row.problemId, row]))
  return problems.map(({ id, home }, at) => (home === null ? site[at] : inGroups.get(id)) ?? null)
}

export type DifficultyProgress = { difficulty: Difficulty; solved: number; total: number }

const DIFFICULTIES: readonly Difficulty[] = ['EASY', 'MID', 'HARD']

/** The viewer's solved problems and all public problems, by difficulty; null for guests. */
export async function progressSummary(ctx: Context): Promise<DifficultyProgress[] | null> {
  if (ctx.viewer === null) return null
  const rows = await ctx.db.$queryRaw<DifficultyProgress[]>`
    select p."difficulty", count(*)::int as "total", count(mine."problemId")::int as "solved"
    from "Problem" p
    left join "ProblemProgress" mine
      on mine."problemId" = p."id" and mine."userId" = ${ctx.viewer.id} and mine."verdict" = 'ACCEPTED'
    where p."visibility" = 'PUBLIC'
    group by p."difficulty"`
  return DIFFICULTIES.map(
    (difficulty) => rows.find((row) => row.difficulty === difficulty) ?? { difficulty, solved: 0, total: 0 },
  )
}
