import type { SightExample, SightFixture } from '../support/sight.ts'

/** A disabled post of ada's, with bob's report of it. */
const post = ({ site, people }: SightFixture) =>
  site.prisma.discussion.create({
    data: {
      categoryId: 1,
      authorId: people.ada.id,
      title: 'secret title',
      description: 'secret summary',
      content: 'secret words',
      disabled: true,
      reports: { create: { reporterId: people.bob.id, labels: ['SPAM'], reason: 'secret reason' } },
    },
    include: { reports: true },
  })

export const sight = {
  discussion: { type: 'Discussion', seers: ['ada', 'root'], make: async (stage) => (await post(stage)).id },
  discussionReport: {
    type: 'DiscussionReport',
    seers: ['root'],
    make: async (stage) => (await post(stage)).reports[0]?.id ?? 0,
  },
} satisfies Record<string, SightExample>

/** Categories are for everybody. */
export const open = ['DiscussionCategory']
