import { builder } from '../../../builder.ts'
import { type ProblemEditing, watchEditing } from './editors.ts'

const ProblemEditor = builder.objectRef<ProblemEditing['others'][number]>('ProblemEditor').implement({
  description: 'Somebody who has the form of a problem open.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      description: 'Who it is.',
      resolve: (query, { userId }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when.' }),
  }),
})

const ProblemEditingType = builder.objectRef<ProblemEditing>('ProblemEditing').implement({
  description: 'What goes on around the form of a problem, for one of those who have it open.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'The version that is saved.' }),
    changedBy: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Who changed the problem last; null when nobody is known.',
      resolve: (query, { changedById }, _, ctx) =>
        changedById ? ctx.db.user.findUnique({ ...query, where: { id: changedById } }) : null,
    }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When that was.' }),
    others: t.field({
      type: [ProblemEditor],
      description: 'The others who have the form open, those who came first ahead.',
      resolve: ({ others }) => [...others],
    }),
  }),
})

builder.subscriptionFields((t) => ({
  problemEditing: t.field({
    type: ProblemEditingType,
    description:
      'Tells the others that the form of a problem is open here, and what they do: now, whenever one comes or goes, and with each save. For those who may manage it.',
    args: { problemId: t.arg.globalID({ required: true, description: 'The problem.' }) },
    subscribe: (_, { problemId }, ctx) =>
      watchEditing(ctx, problemId.typename === 'Problem' ? Number(problemId.id) : Number.NaN),
    resolve: (editing) => editing,
  }),
}))
