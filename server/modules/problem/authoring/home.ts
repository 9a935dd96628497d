import type { Problem } from '#prisma/generated/client.ts'
import type { ProblemVisibility } from '#prisma/generated/enums.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../core/db.ts'
import { Refusal } from '../../../core/errors.ts'
import { GROUP_STATE, groupStateOf } from '../../../policy/officials.ts'
import { mayLeaveSite } from '../../../policy/problem.ts'

type Home = Pick<Problem, 'groupId' | 'visibility'>

/** Whether a public problem may go back to its group. */
export async function mayGoHome(db: Db, { groupId }: Pick<Home, 'groupId'>): Promise<boolean> {
  const group =
    groupId === null ? null : await db.group.findUnique({ where: { id: groupId }, select: GROUP_STATE })
  return mayLeaveSite(groupStateOf(group))
}

/** Refuses to take an approved problem of a disbanded group off the site (area-rules G6). */
export async function requireHome(ctx: Context, before: Home, visibility: ProblemVisibility): Promise<void> {
  const { groupId } = before
  if (groupId === null || before.visibility !== 'PUBLIC' || visibility === 'PUBLIC') return
  // The group is not disbanded meanwhile.
  await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${groupId} for share`
  if (!(await mayGoHome(ctx.db, before))) throw new Refusal('APPLICATION_GROUP_DISBANDED')
}
