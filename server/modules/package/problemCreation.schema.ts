import { builder } from '../../builder.ts'
import { MakerInputType, makerOf } from '../generator/maker.types.ts'
import { ProblemChangesInput, patchOf, SAVE_REFUSALS } from '../problem/authoring/changes.types.ts'
import { SolutionInputType, solutionOf } from '../solution/solution.types.ts'
import { createProblemWithTests } from './problemCreation.ts'

const CreateInput = builder.inputType('CreateProblemInput', {
  description: 'A problem to create.',
  fields: (t) => ({
    changes: t.field({
      type: ProblemChangesInput,
      required: true,
      description: 'Fields; omitted ones have defaults.',
    }),
    groupId: t.globalID({ description: 'The group it belongs to; default: the site.' }),
    upload: t.string({ description: 'Upload of the viewer, whose cases become its tests.' }),
    solutions: t.field({ type: [SolutionInputType], description: 'Solutions.' }),
    makers: t.field({ type: [MakerInputType], description: 'Generators and validators.' }),
    script: t.string({ description: 'Test script.' }),
  }),
})

/** Number of the group; an id of another type is a group that does not exist; null: none is named. */
const numberOfGroup = (id: { typename: string; id: string } | null | undefined): number | null =>
  id ? (id.typename === 'Group' && Number(id.id)) || 0 : null

builder.mutationField('createProblem', (t) =>
  t.prismaField({
    type: 'Problem',
    description: 'Creates a problem, with tests and solutions if given.',
    refuses: [...SAVE_REFUSALS],
    args: { input: t.arg({ type: CreateInput, required: true }) },
    resolve: async (query, _, { input: { changes, groupId, upload, solutions, makers, script } }, ctx) => {
      const brought = {
        uploadId: upload ?? null,
        solutions: (solutions ?? []).map(solutionOf),
        makers: (makers ?? []).map(makerOf),
        script: script ?? null,
      }
      const { id } = await createProblemWithTests(ctx, patchOf(changes), brought, numberOfGroup(groupId))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
)
