import { builder } from '../../builder.ts'
import { addComments, Removed } from './comment.schema.ts'

addComments(
  'Contest',
  'contest',
  "Until the end of the contest: the viewer's own and those of the organisers.",
)

builder.objectField(Removed, 'contest', (t) =>
  t.prismaField({
    type: 'Contest',
    nullable: true,
    description: 'The contest it is about.',
    resolve: (query, { subject: { kind, id } }, _, ctx) =>
      kind === 'contest' ? ctx.db.contest.findUnique({ ...query, where: { id } }) : null,
  }),
)
