import type { TrainingCell } from '#prisma/generated/client.ts'
import { builder } from '../../builder.ts'
import { VerdictEnum } from '../../enums.ts'
import { pageByOffset } from '../../pageByOffset.ts'
import { mayEnter } from '../../venue.ts'
import { type RankRow, rankPage, viewerRow, watchRank } from './rank.ts'
import { TrainingNode } from './training.schema.ts'
import { TRAINING } from './training.ts'

const CellType = builder.objectRef<TrainingCell>('TrainingCell').implement({
  description: 'Result of a user in a problem of a training.',
  fields: (t) => ({
    problemNumber: t.exposeInt('problemId', { description: 'Number of the problem.' }),
    verdict: t.expose('verdict', {
      type: VerdictEnum,
      description: 'ACCEPTED, or the verdict of the last submission that counts.',
    }),
    timeMs: t.exposeInt('timeMs', {
      nullable: true,
      description: 'Least run time of accepted submissions; null: none was accepted.',
    }),
  }),
})

const RowType = builder.objectRef<RankRow>('TrainingRankRow').implement({
  description: 'A row of the rank of a training.',
  fields: (t) => ({
    place: t.exposeInt('place', { description: 'Place in the whole rank, from 1.' }),
    user: t.prismaField({
      type: 'User',
      description: 'The user.',
      resolve: (query, { user }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: user.id } }),
    }),
    realname: t.exposeString('realname', {
      nullable: true,
      description: 'Real name; null for viewers who do not manage the training.',
    }),
    school: t.string({
      nullable: true,
      description: 'School of the user.',
      resolve: ({ user }) => user.school,
    }),
    solvedCount: t.exposeInt('solved', { description: 'Number of accepted problems.' }),
    timeMs: t.exposeInt('timeMs', { description: 'Sum of the least run times of accepted problems.' }),
    cells: t.field({ type: [CellType], description: 'Results, in no order.', resolve: ({ cells }) => cells }),
  }),
})

builder.prismaObjectFields('Training', (t) => ({
  viewerRankRow: t.field({
    type: RowType,
    nullable: true,
    description: "The viewer's row of the rank; null without one.",
    resolve: async ({ id }, _, ctx) =>
      (await mayEnter(ctx, TRAINING, id, 'look')) ? viewerRow(ctx, id) : null,
  }),
  rankRows: t.connection(
    {
      type: RowType,
      nullable: true,
      description:
        'Rank: most accepted problems first, then least run time. A public training has no rows; null for viewers who may not enter.',
      args: {
        keyword: t.arg.string({
          description: 'Part of the user name or school, for managers also of the real name.',
        }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      resolve: async ({ id }, { keyword, ...page }, ctx) =>
        (await mayEnter(ctx, TRAINING, id, 'look'))
          ? pageByOffset(page, (window) => rankPage(ctx, id, { keyword, ...window }))
          : null,
    },
    {
      name: 'TrainingRankConnection',
      fields: (t) => ({ totalCount: t.exposeInt('totalCount', { description: 'Number of rows.' }) }),
    },
    { name: 'TrainingRankEdge' },
  ),
}))

builder.subscriptionFields((t) => ({
  trainingRankChanged: t.field({
    type: TrainingNode,
    description: 'A training whenever its rank changed; ends when the viewer may see that no longer.',
    args: { id: t.arg.globalID({ for: [TrainingNode], required: true, description: 'The training.' }) },
    subscribe: (_, { id }, ctx) => watchRank(ctx, Number(id.id)),
    resolve: (training) => training,
  }),
}))
