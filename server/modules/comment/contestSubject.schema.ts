import { builder } from '../../builder.ts'
import { CommentNode, Removed } from './comment.schema.ts'
import { canComment, commentListing } from './comment.ts'
import type { SubjectRef } from './subjects.ts'

const ofContest = ({ id }: { id: number }): SubjectRef => ({ kind: 'contest', id })

builder.prismaObjectFields('Contest', (t) => ({
  viewerCanComment: t.boolean({
    nullable: true,
    description: 'Whether the viewer may comment there; for viewers who may enter.',
    resolve: (row, _, ctx) => canComment(ctx, ofContest(row)),
  }),
  comments: t.prismaConnection(
    {
      type: CommentNode,
      cursor: 'id',
      nullable: true,
      defaultSize: 10,
      description:
        "Comments, most likes first, then newest, for viewers who may enter. Until the end of the contest: the viewer's own and those of the organisers.",
      args: { offset: t.arg.int({ description: 'Number of rows to skip.' }) },
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
    description: 'The contest it is about.',
    resolve: (query, { subject: { kind, id } }, _, ctx) =>
      kind === 'contest' ? ctx.db.contest.findUnique({ ...query, where: { id } }) : null,
  }),
)
