import type { Group } from '#prisma/generated/client.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { emit, transact } from '../../events.ts'
import { renewMemberships } from '../../memberships.ts'
import { canDisbandGroup, MEMBERS } from '../../policy/group.ts'
import { find } from '../../venue.ts'
import { record } from '../audit/audit.ts'
import { referTo } from '../file/file.ts'
import { notifyMany } from '../notification/notification.ts'
import { GROUP } from './group.ts'

/** Numbers of what leaves sight with a group. Problems do not include approved ones, which stay public. */
export type Belongings = {
  members: number
  problems: number
  trainings: number
  contests: number
  discussions: number
  notices: number
  /** These stay, for their authors. */
  submissions: number
}

/** What disbanding a group takes along, for those who may disband it; null for others (area-rules G6). */
export async function belongingsOf(
  ctx: Context,
  group: Pick<Group, 'id' | 'ownerId'>,
): Promise<Belongings | null> {
  if (!canDisbandGroup(readerOf(ctx), group)) return null
  const groupId = group.id
  const [members, problems, trainings, contests, discussions, notices, submissions] = await Promise.all([
    ctx.db.groupMember.count({ where: { groupId, standing: { in: [...MEMBERS] } } }),
    ctx.db.problem.count({ where: { groupId, removedAt: null, visibility: { not: 'PUBLIC' } } }),
    ctx.db.training.count({ where: { groupId } }),
    ctx.db.contest.count({ where: { groupId, removedAt: null } }),
    ctx.db.discussion.count({ where: { groupId } }),
    ctx.db.groupNotice.count({ where: { groupId } }),
    ctx.db.submission.count({ where: { groupId } }),
  ])
  return { members, problems, trainings, contests, discussions, notices, submissions }
}

/** Disbands a group: it and what it owns leave sight, its submissions stay, and its names are free (area-rules G6). */
export async function disbandGroup(ctx: Context, id: number): Promise<Group> {
  return transact(ctx, async (ctx) => {
    if (isRowNumber(id)) await ctx.db.$queryRaw`select 1 from "Group" where "id" = ${id} for no key update`
    const group = await find(ctx, GROUP, id, 'look')
    authorize(ctx, canDisbandGroup(readerOf(ctx), group))
    // Nobody of the group could withdraw its applications any more. Before the group changes, because who writes about
    // a problem holds its row and then asks for the group's.
    const applied = { groupId: id, application: 'ASKED' as const }
    const problems = await ctx.db.problem.findMany({ where: applied, select: { id: true } })
    await ctx.db.problem.updateMany({ where: applied, data: { application: null } })
    for (const problem of problems) await emit(ctx, 'problem.changed', { problemId: problem.id })
    const after = await ctx.db.group.update({
      where: { id },
      data: {
        disbandedAt: ctx.now,
        // No name has a line break, so that no group can have these.
        nameKey: `${group.nameKey}\n${id}`,
        shortNameKey: `${group.shortNameKey}\n${id}`,
        version: { increment: 1 },
        updatedAt: ctx.now,
      },
    })
    await referTo(ctx, `Group:${id}`, [])
    await record(ctx, 'group.disbanded', ['Group', id], { before: { name: group.name }, after: {} }, id)
    const told = await ctx.db.groupMember.findMany({
      where: { groupId: id, standing: { in: [...MEMBERS] }, userId: { not: ctx.viewer.id } },
      select: { userId: true },
    })
    await notifyMany(
      ctx,
      told.map(({ userId }) => userId),
      {
        kind: 'MINE',
        message: 'groupDisbanded',
        parameters: { group: group.name },
        dedupeKey: `groupDisbanded ${id}`,
        at: ctx.now.toISOString(),
      },
    )
    await renewMemberships(ctx)
    return after
  })
}
