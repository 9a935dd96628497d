import { builder } from '../../builder.ts'
import { VerdictEnum } from '../../enums.ts'
import { addSolutions, changeSolution, removeSolution } from './solution.ts'
import { SolutionInputType, solutionOf } from './solution.types.ts'

const AddInput = builder.inputType('AddSolutionsInput', {
  description: 'Solutions to save.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    solutions: t.field({
      type: [SolutionInputType],
      required: true,
      description: 'Each replaces the solution with its name.',
    }),
  }),
})

const ChangeInput = builder.inputType('ChangeSolutionInput', {
  description: 'Changes of a solution; omitted fields stay.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    name: t.string({ description: 'Name.' }),
    languageKey: t.string({ description: 'Language key.' }),
    source: t.string({ description: 'Source code.' }),
    expected: t.field({ type: [VerdictEnum], description: 'Expected verdicts.' }),
    version: t.int({ description: 'Version that the edit is based on; default: overwrite.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveSolutionInput', {
  description: 'A solution of a problem.',
  fields: (t) => ({ number: t.int({ required: true, description: 'Its number.' }) }),
})

builder.mutationFields((t) => ({
  addSolutions: t.prismaField({
    type: 'Problem',
    description: 'Saves solutions of a problem; each replaces the one with its name.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: AddInput, required: true }) },
    resolve: async (query, _, { input: { problemId, solutions } }, ctx) => {
      const id = problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN
      await addSolutions(ctx, id, solutions.map(solutionOf))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  changeSolution: t.prismaField({
    type: 'Problem',
    description: 'Changes a solution, and returns its problem.',
    refuses: ['FORBIDDEN', 'CONFLICT', 'SOLUTION_TAKEN'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { number, name, languageKey, source, expected, version } = input
      const patch = {
        name: name ?? undefined,
        language: languageKey ?? undefined,
        source: source ?? undefined,
        expected: expected ? [...expected] : undefined,
      }
      const { id } = await changeSolution(ctx, number, patch, version)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeSolution: t.prismaField({
    type: 'Problem',
    description: 'Deletes a solution, and returns its problem.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (query, _, { input: { number } }, ctx) => {
      const { id } = await removeSolution(ctx, number)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
