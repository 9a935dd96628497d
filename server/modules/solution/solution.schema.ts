import { builder } from '../../builder.ts'
import { VerdictEnum } from '../../enums.ts'
import { addSolutions, changeSolution, removeSolution } from './solution.ts'
import { SolutionInputType, solutionOf } from './solution.types.ts'

const AddInput = builder.inputType('AddSolutionsInput', {
  description: 'Programs for a problem.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    solutions: t.field({
      type: [SolutionInputType],
      required: true,
      description: 'Each takes the place of one of its name.',
    }),
  }),
})

const ChangeInput = builder.inputType('ChangeSolutionInput', {
  description: 'Another state of a program; what is left out stays.',
  fields: (t) => ({
    number: t.int({ required: true, description: 'Its number.' }),
    name: t.string({ description: 'Name.' }),
    languageKey: t.string({ description: 'Language key.' }),
    source: t.string({ description: 'Source code.' }),
    expected: t.field({ type: [VerdictEnum], description: 'Expected verdicts.' }),
  }),
})

const RemoveInput = builder.inputType('RemoveSolutionInput', {
  description: 'A program that is kept with a problem.',
  fields: (t) => ({ number: t.int({ required: true, description: 'Its number.' }) }),
})

builder.mutationFields((t) => ({
  addSolutions: t.prismaField({
    type: 'Problem',
    description: 'Keeps programs with a problem, each in place of one of its name.',
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
    description: 'Changes a program that is kept with a problem, which it answers.',
    refuses: ['FORBIDDEN', 'SOLUTION_TAKEN'],
    args: { input: t.arg({ type: ChangeInput, required: true }) },
    resolve: async (query, _, { input: { number, name, languageKey, source, expected } }, ctx) => {
      const { id } = await changeSolution(ctx, number, {
        name: name ?? undefined,
        language: languageKey ?? undefined,
        source: source ?? undefined,
        expected: expected ? [...expected] : undefined,
      })
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  removeSolution: t.prismaField({
    type: 'Problem',
    description: 'Keeps a program no longer with its problem, which it answers.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: RemoveInput, required: true }) },
    resolve: async (query, _, { input: { number } }, ctx) => {
      const { id } = await removeSolution(ctx, number)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
