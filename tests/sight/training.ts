import type { SightExample, SightFixture } from '../support/sight.ts'

const category = async ({ site }: SightFixture) =>
  (await site.prisma.trainingCategory.findFirst()) ??
  site.prisma.trainingCategory.create({ data: { name: 'secret', nameKey: 'secret', color: '#112233' } })

/** A hidden training of ada's. */
const training = async (stage: SightFixture) =>
  stage.site.prisma.training.create({
    data: {
      title: 'secret title',
      description: 'secret words',
      access: 'PRIVATE',
      password: 'secret password',
      visible: false,
      categoryId: (await category(stage)).id,
      ownerId: stage.people.ada.id,
    },
  })

export const sight = {
  training: { type: 'Training', seers: ['root'], make: async (stage) => (await training(stage)).id },
  trainingProblem: {
    type: 'TrainingProblem',
    seers: ['root'],
    make: async (stage) => {
      const { id: trainingId } = await training(stage)
      const { id: problemId } = await stage.site.prisma.problem.findFirstOrThrow()
      const link = await stage.site.prisma.trainingProblem.create({
        data: { trainingId, problemId, rank: 1 },
      })
      return link.id
    },
  },
} satisfies Record<string, SightExample>

/** Categories are for everybody. */
export const open = ['TrainingCategory']
