import type { Prisma } from '#prisma/generated/client.ts'
import type { SightExample, SightFixture } from '../support/sight.ts'

const category = async ({ site }: SightFixture) =>
  (await site.prisma.trainingCategory.findFirst()) ??
  site.prisma.trainingCategory.create({ data: { name: 'secret', nameKey: 'secret', color: '#112233' } })

/** A hidden training of ada's, who sees it by authorship (area-rules T2). */
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
  training: { type: 'Training', seers: ['root', 'ada'], make: async (stage) => (await training(stage)).id },
  trainingProblem: {
    type: 'TrainingProblem',
    seers: ['root', 'ada'],
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

/** A hidden group of that name with bob as its student, and ada's training in it. */
async function addClass(
  stage: SightFixture,
  name: string,
  homework: Prisma.HomeworkCreateNestedOneWithoutTrainingInput = {},
) {
  const { people, site } = stage
  const words = { name, nameKey: name, shortName: name, shortNameKey: name }
  const group = await site.prisma.group.create({
    data: { ...words, brief: 'secret', description: 'secret', ownerId: people.gone.id, visible: false },
  })
  const { id: groupId } = group
  await site.prisma.groupMember.create({ data: { groupId, userId: people.bob.id, standing: 'MEMBER' } })
  const { id: trainingId } = await training(stage)
  await site.prisma.training.update({
    where: { id: trainingId },
    data: { groupId, ownerId: people.gone.id, access: 'PUBLIC', password: null, visible: true, homework },
  })
  return { groupId, trainingId }
}

/** Rows of homework: for the student, bob, and who grades. */
export const faces: SightExample[] = [
  {
    type: 'MatrixRow',
    seers: ['bob', 'root'],
    make: async (stage) => `${(await addClass(stage, 'matrix')).trainingId}:${stage.people.bob.id}`,
  },
  {
    type: 'GradebookRow',
    seers: ['bob', 'root'],
    make: async (stage) => {
      const { groupId, trainingId } = await addClass(stage, 'gradebook', { create: { dueAt: new Date() } })
      const { id: problemId } = await stage.site.prisma.problem.findFirstOrThrow()
      await stage.site.prisma.trainingProblem.create({ data: { trainingId, problemId, rank: 1 } })
      return `${groupId}:${stage.people.bob.id}`
    },
  },
]

/** Categories are for everybody. */
export const open = ['TrainingCategory']
