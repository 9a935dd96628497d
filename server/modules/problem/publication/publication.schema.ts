import { builder } from '../../../builder.ts'
import { readerOf } from '../../../context.ts'
import { canManageProblem, OWNED_PROBLEM } from '../../../policy/problem.ts'
import { askForPublication, declinePublication } from './publication.ts'

builder.prismaObjectFields('Problem', (t) => ({
  publicationAskedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When its author requested publication; null without a request, and for viewers who do not manage it.',
    select: { publishAskedAt: true, ...OWNED_PROBLEM },
    resolve: (problem, _, ctx) => (canManageProblem(readerOf(ctx), problem) ? problem.publishAskedAt : null),
  }),
}))

const AskInput = builder.inputType('AskForPublicationInput', {
  description: 'A problem that is not public.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'The problem.' }) }),
})

const DeclineInput = builder.inputType('DeclinePublicationInput', {
  description: 'A problem with a publication request.',
  fields: (t) => ({ id: t.globalID({ required: true, description: 'The problem.' }) }),
})

const numberOf = ({ typename, id }: { typename: string; id: string }): number =>
  (typename === 'Problem' && Number(id)) || 0

builder.mutationFields((t) => ({
  askForPublication: t.prismaField({
    type: 'Problem',
    description: 'Requests publication of a problem.',
    refuses: ['FORBIDDEN', 'NOT_FOUND', 'NO_TESTS'],
    args: { input: t.arg({ type: AskInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await askForPublication(ctx, numberOf(input.id))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
  declinePublication: t.prismaField({
    type: 'Problem',
    description: 'Declines a publication request; updateProblem grants it.',
    refuses: ['FORBIDDEN', 'NOT_FOUND'],
    args: { input: t.arg({ type: DeclineInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await declinePublication(ctx, numberOf(input.id))
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))
