import type { Group } from '#prisma/generated/client.ts'
import type { Context } from '../../context.ts'
import { renewMemberships } from '../../memberships.ts'
import { MEMBERS } from '../../policy/group.ts'
import { referAnew } from '../file/file.ts'
import { tell } from './memberNews.ts'

/** Which members a copy of a group takes along: none, its admins and roots, or all. */
export const TAKEN_MEMBERS = ['NONE', 'ADMINS', 'ALL'] as const
export type TakenMembers = (typeof TAKEN_MEMBERS)[number]

const STANDINGS = { NONE: [], ADMINS: ['ADMIN', 'ROOT'], ALL: [...MEMBERS] } as const

type Ends = Readonly<Record<'from' | 'to', Group>>

/**
 * Copies the announcements of a group, hidden ones too, oldest first; the owner of the copy is their author. Returns
 * their number. Call it in the transaction that creates the copy.
 */
export async function copyNotices(ctx: Context, { from, to }: Ends): Promise<number> {
  const notices = await ctx.db.groupNotice.findMany({
    where: { groupId: from.id },
    orderBy: { id: 'asc' },
    select: { title: true, content: true, hidden: true },
  })
  const own = { groupId: to.id, authorId: to.ownerId, createdAt: ctx.now, updatedAt: ctx.now }
  const copies = await ctx.db.groupNotice.createManyAndReturn({
    data: notices.map((words) => ({ ...words, ...own })),
    select: { id: true, content: true },
  })
  for (const { id, content } of copies) await referAnew(ctx, `GroupNotice:${id}`, [content])
  ctx.house.markdown.keep(copies.map(({ content }) => content))
  return copies.length
}

/**
 * Makes members of a group members of its copy, with their standings, and welcomes them; the former owner is a root
 * there, unless the account was deleted. Returns their number. Call it in the transaction that creates the copy.
 */
export async function copyMembers(ctx: Context, { from, to }: Ends, taken: TakenMembers): Promise<number> {
  if (taken === 'NONE') return 0
  const rows = await ctx.db.groupMember.findMany({
    where: {
      groupId: from.id,
      standing: { in: [...STANDINGS[taken]] },
      userId: { notIn: [from.ownerId, to.ownerId] },
      user: { endedAt: null },
    },
    select: { userId: true, standing: true },
    orderBy: { id: 'asc' },
  })
  const ownersWhere = { id: from.ownerId, NOT: { id: to.ownerId }, endedAt: null }
  const owners = await ctx.db.user.findMany({ where: ownersWhere, select: { id: true } })
  const members = [...owners.map(({ id }) => ({ userId: id, standing: 'ROOT' as const })), ...rows]
  await ctx.db.groupMember.createMany({
    data: members.map((member) => ({
      ...member,
      groupId: to.id,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })),
  })
  await tell(
    ctx,
    members.map(({ userId }) => userId),
    'groupWelcome',
    to,
  )
  await renewMemberships(ctx)
  return members.length
}
