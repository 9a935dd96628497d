import { type SightExample, type SightFixture, submissionOf } from '../support/sight.ts'

/** A pair of ada's and bob's in a training of a group that `ada` owns; bob is a member. */
async function pair(stage: SightFixture): Promise<number> {
  const { prisma } = stage.site
  const { ada, bob } = stage.people
  const name = `similar ${Date.now()}`
  const group = await prisma.group.create({
    data: {
      name,
      nameKey: name,
      shortName: name,
      shortNameKey: name,
      brief: 'secret brief',
      description: 'secret words',
      ownerId: ada.id,
      members: { create: { userId: bob.id, standing: 'MEMBER' } },
    },
  })
  const category =
    (await prisma.trainingCategory.findFirst()) ??
    (await prisma.trainingCategory.create({ data: { name: 'secret', nameKey: 'secret', color: '#112233' } }))
  const { id: trainingId } = await prisma.training.create({
    data: {
      title: 'secret title',
      description: 'secret words',
      categoryId: category.id,
      groupId: group.id,
      ownerId: ada.id,
      problems: { create: { problemId: stage.shown.id, rank: 1 } },
    },
  })
  const first = await prisma.submission.create({ data: submissionOf(stage, stage.shown.id) })
  const second = await prisma.submission.create({
    data: { ...submissionOf(stage, stage.shown.id), userId: bob.id },
  })
  const { id } = await prisma.similarPair.create({
    data: {
      trainingId,
      problemId: stage.shown.id,
      firstId: first.id,
      secondId: second.id,
      firstUserId: ada.id,
      secondUserId: bob.id,
      percent: 91,
      lines: 46,
      regions: [[1, 46, 1, 46]],
      foundAt: new Date(),
    },
  })
  return id
}

export const sight = {
  similarPair: { type: 'SimilarPair', seers: ['ada', 'root'], make: pair },
} satisfies Record<string, SightExample>
