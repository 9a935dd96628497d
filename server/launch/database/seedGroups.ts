/** Seeds groups with their members, applicants and announcements through their rules. */
import { groups } from '#prisma/seed/content.ts'
import type { SeedGroup } from '#prisma/seed/types.ts'
import type { Context } from '../../context.ts'
import { transact } from '../../events.ts'
import { changeMember, joinGroup } from '../../modules/group/members.ts'
import { createGroupNotice } from '../../modules/group/notices.ts'
import { createGroup } from '../../modules/group/saving.ts'
import { viewerOf } from '../../policy/viewer.ts'

const HOUR = 3_600_000

async function seedGroup(ctx: Context, group: SeedGroup, authors: ReadonlyMap<string, string>) {
  const { owner, hoursAgo, members, applicants, notices, ...settings } = group
  const now = new Date(ctx.now.getTime() - hoursAgo * HOUR)
  const idOf = (username: string) => authors.get(username) ?? ''
  const as = (username: string, role: 'USER' | 'ADMIN'): Context => ({
    ...ctx,
    now,
    viewer: viewerOf({ id: idOf(username), username, role }),
  })
  const asOwner = as(owner, 'ADMIN')
  const { id } = await createGroup(asOwner, settings)
  for (const { username, reason } of [...members, ...applicants])
    await joinGroup(as(username, 'USER'), id, { reason, code: settings.code })
  for (const { username, standing } of members) await changeMember(asOwner, id, idOf(username), standing)
  for (const words of notices) await createGroupNotice(asOwner, id, { ...words, hidden: false })
}

/** Writes the groups that are missing. */
export async function seedGroups(ctx: Context, authors: ReadonlyMap<string, string>) {
  for (const group of groups) {
    if ((await ctx.db.group.count({ where: { shortName: group.shortName } })) > 0) continue
    await transact(ctx, (ctx) => seedGroup(ctx, group, authors))
  }
}
