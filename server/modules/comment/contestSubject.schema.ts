import { builder } from '../../builder.ts'
import { CommentNode, Removed } from './comment.schema.ts'
import { canComment, commentListing } from './comment.ts'
import type { SubjectRef } from './subjects.ts'

const ofContest = ({ id }: { id: number }): SubjectRef => ({ kind: 'contest', id })

builder.prismaObjectFields('Contest', (t) => ({
  viewerCanComment: t.boolean({
    nullable: true,
    description: 'Whether the viewer may say something there; for those who may look into it.',
    resolve: (row, _, ctx) => canComment(ctx, ofContest(row)),
  }),
  comments: t.prismaConnection(
    {
      type: CommentNode,
      cursor: 'id',
      nullable: true,
      defaultSize: 10,
      description:
        'What is said about it, best liked first, then newest, for those who may look into it. Until its end: one’s own ' +
        'and what its organisers say.',
      args: { offset: t.arg.int({ description: 'Rows to leave out.' }) },
      totalCount: async (row, _, ctx) =>
        ctx.db.comment.count({ where: (await commentListing(ctx, ofContest(row))).where }),
      resolve: async (query, row, { offset }, ctx) =>
        ctx.db.comment.findMany({
          ...query,
          ...(await commentListing(ctx, ofContest(row))),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'CommentConnection' },
    { name: 'CommentEdge' },
  ),
}))

builder.objectField(Removed, 'contest', (t) =>
  t.prismaField({
    type: 'Contest',
    nullable: true,
    description: 'The contest that it is about.',
    resolve: (query, { subject: { kind, id } }, _, ctx) =>
      kind === 'contest' ? ctx.db.contest.findUnique({ ...query, where: { id } }) : null,
  }),
)
