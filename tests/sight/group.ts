import type { SightExample, SightFixture } from '../support/sight.ts'

let made = 0

/** An invisible group of ada's that bob applied to, with a hidden announcement and an invitation. */
const group = ({ site, people }: SightFixture) => {
  const name = `secret ${++made}`
  return site.prisma.group.create({
    data: {
      name,
      nameKey: name,
      shortName: name,
      shortNameKey: name,
      brief: 'secret brief',
      description: 'secret words',
      access: 'CODE',
      code: 'secret',
      visible: false,
      ownerId: people.ada.id,
      members: { create: { userId: people.bob.id, standing: 'APPLIED', reason: 'secret reason' } },
      invitations: {
        create: { token: name, expiresAt: new Date(Date.now() + 3_600_000), maxUses: 5 },
      },
      notices: { create: { title: 'secret title', content: 'secret content', hidden: true } },
    },
    include: { invitations: true, members: true, notices: true },
  })
}

export const sight = {
  group: { type: 'Group', seers: ['ada', 'root'], make: async (stage) => (await group(stage)).id },
  groupInvitation: {
    type: 'GroupInvitation',
    seers: ['ada', 'root'],
    make: async (stage) => (await group(stage)).invitations[0]?.id ?? 0,
  },
  groupMember: {
    type: 'GroupMember',
    seers: ['ada', 'bob', 'root'],
    make: async (stage) => (await group(stage)).members[0]?.id ?? 0,
  },
  groupNotice: {
    type: 'GroupNotice',
    seers: ['ada', 'root'],
    make: async (stage) => (await group(stage)).notices[0]?.id ?? 0,
  },
} satisfies Record<string, SightExample>
