import { builder } from '../../builder.ts'
import { subjectInput } from './comment.schema.ts'
import { mentionCandidates } from './mentionCandidates.ts'

builder.queryFields((t) => ({
  mentionCandidates: t.prismaField({
    type: ['User'],
    nullable: true,
    description:
      'Users whom a comment may mention, at most 8: people of the thread first, then others by the first letters of ' +
      'their usernames; in a group only its members.',
    complexity: { field: 20, multiplier: 8 },
    args: {
      subjectId: t.arg.globalID({ required: true, description: 'The subject: a contest or a post.' }),
      prefix: t.arg.string({ required: true, description: 'First letters of the username.' }),
    },
    resolve: async (query, _, { subjectId, prefix }, ctx) => {
      const ids = await mentionCandidates(ctx, subjectInput(subjectId), prefix)
      const rows = await ctx.db.user.findMany({ ...query, where: { id: { in: ids } } })
      return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
    },
  }),
}))
