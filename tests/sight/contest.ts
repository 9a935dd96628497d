import { addContest, timesOf } from '../support/contests.ts'
import type { SightExample, SightFixture } from '../support/sight.ts'

/** A contest that is not visible. */
const hide = ({ site, people }: SightFixture) =>
  site.prisma.contest.create({
    data: { ...timesOf('running'), type: 'ACM', ownerId: people.root.id, title: 'Secret', visible: false },
  })

const putInto = async ({ site, hidden }: SightFixture, contestId: number) => {
  const link = { displayId: 'A', title: 'Secret problem', position: 0 }
  return (await site.prisma.contestProblem.create({ data: { ...link, contestId, problemId: hidden.id } })).id
}

export const sight = {
  contest: { type: 'Contest', seers: ['root'], make: async (stage) => (await hide(stage)).id },
} satisfies Record<string, SightExample>

export const faces: SightExample[] = [
  {
    type: 'ContestProblem',
    seers: ['root'],
    make: async (stage) => putInto(stage, (await hide(stage)).id),
  },
  // Of a contest that has not begun.
  {
    type: 'ContestProblem',
    seers: ['root'],
    make: async (stage) => {
      const ownerId = stage.people.root.id
      const coming = await addContest(stage.site, { ...timesOf('before'), type: 'ACM', ownerId })
      return putInto(stage, coming.id)
    },
  },
]
