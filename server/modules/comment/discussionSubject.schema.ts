import { builder } from '../../builder.ts'
import { addComments, Removed } from './comment.schema.ts'

addComments('Discussion', 'discussion', 'Everybody who sees the post sees them.')

builder.objectField(Removed, 'discussion', (t) =>
  t.prismaField({
    type: 'Discussion',
    nullable: true,
    description: 'The post it is about.',
    resolve: (query, { subject: { kind, id } }, _, ctx) =>
      kind === 'discussion' ? ctx.db.discussion.findUnique({ ...query, where: { id } }) : null,
  }),
)
