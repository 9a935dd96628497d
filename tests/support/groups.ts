import type { Group } from '#prisma/generated/client.ts'
import type { GroupStanding } from '#prisma/generated/enums.ts'
import type { Person } from './people.ts'
import type { Site } from './site.ts'

type Fields = Partial<Pick<Group, 'name' | 'visible' | 'disabled' | 'disbandedAt' | 'access' | 'code'>>

/** A group as its row, past every rule; its owner is ROOT there without a row of GroupMember. */
export const addGroup = (site: Site, owner: Pick<Person, 'id'>, shortName: string, fields: Fields = {}) =>
  site.prisma.group.create({
    data: {
      name: `Group ${shortName}`,
      nameKey: `group ${shortName}`.toLowerCase(),
      shortName,
      shortNameKey: shortName.toLowerCase(),
      brief: shortName,
      description: shortName,
      ownerId: owner.id,
      ...fields,
    },
  })

/** Columns of a group's problem that was approved for the site. */
export const APPROVED = {
  visibility: 'PUBLIC' as const,
  application: 'APPROVED' as const,
  approvedAt: new Date(),
}

/** What somebody is in a group from now on, past every rule; null: nothing. */
export async function setStanding(
  site: Site,
  { id: groupId }: Pick<Group, 'id'>,
  { id: userId }: Pick<Person, 'id'>,
  standing: GroupStanding | null,
): Promise<void> {
  if (standing === null)
    return void (await site.prisma.groupMember.deleteMany({ where: { groupId, userId } }))
  await site.prisma.groupMember.upsert({
    where: { groupId_userId: { groupId, userId } },
    create: { groupId, userId, standing },
    update: { standing },
  })
}
