import { addContest, timesOf } from '../support/contests.ts'
import type { SightExample, SightFixture } from '../support/sight.ts'

/** A question of ada's in a running contest, and root's answer. */
async function say({ site, people }: SightFixture) {
  const contest = await addContest(site, { ...timesOf('running'), type: 'ACM', ownerId: people.root.id })
  return site.prisma.comment.create({
    data: {
      contestId: contest.id,
      authorId: people.ada.id,
      content: 'secret question',
      replies: { create: { authorId: people.root.id, content: 'secret answer' } },
    },
    include: { replies: true },
  })
}

export const sight = {
  comment: { type: 'Comment', seers: ['ada', 'root'], make: async (stage) => (await say(stage)).id },
  reply: {
    type: 'Reply',
    seers: ['ada', 'root'],
    make: async (stage) => (await say(stage)).replies[0]?.id ?? 0,
  },
} satisfies Record<string, SightExample>
