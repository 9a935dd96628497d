import { builder } from '../../../builder.ts'
import { ProblemChangesInput, patchOf, SAVE_REFUSALS } from './changes.types.ts'
import { updateProblem } from './editing.ts'

const UpdateInput = builder.inputType('UpdateProblemInput', {
  description: 'Another state of a problem.',
  fields: (t) => ({
    id: t.globalID({ required: true, description: 'The problem.' }),
    version: t.int({ description: 'The version that the save began from; none: whatever there is.' }),
    changes: t.field({ type: ProblemChangesInput, required: true, description: 'What is left out stays.' }),
  }),
})

const numberOf = (id: { typename: string; id: string }): number =>
  id.typename === 'Problem' ? Number(id.id) : 0

builder.mutationFields((t) => ({
  updateProblem: t.prismaField({
    type: 'Problem',
    description:
      'Changes a problem; what others have changed meanwhile stays, unless this save changes it too.',
    refuses: [...SAVE_REFUSALS, 'CONFLICT'],
    args: { input: t.arg({ type: UpdateInput, required: true }) },
    resolve: async (query, _, { input: { id, version, changes } }, ctx) => {
      const problem = await updateProblem(ctx, numberOf(id), patchOf(changes), version ?? null)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: problem.id } })
    },
  }),
}))
