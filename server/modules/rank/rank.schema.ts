import { builder, PAGE_COST, pageSize, SLOW } from '../../builder.ts'
import { ScoringEnum } from '../../enums.ts'
import type { RankFigures, RankMove } from '../../events.ts'
import { pageByOffset } from '../../pageByOffset.ts'
import { type RankMoves, watchMoves } from './moves.ts'
import { type RankRow, rankPage, viewerRow } from './rank.ts'

const RankRowType = builder.objectRef<RankRow>('RankRow').implement({
  description: 'A user in a rank list of the site.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Position in the whole list, from 1.' }),
    user: t.prismaField({
      type: 'User',
      description: 'The user.',
      resolve: (query, { userId }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    signature: t.string({
      nullable: true,
      description: 'What the user says of themselves, in Markdown.',
      resolve: async ({ userId }, _, ctx) =>
        (await ctx.db.user.findUnique({ where: { id: userId }, select: { signature: true } }))?.signature,
    }),
    solved: t.exposeInt('solved', { description: 'Problems accepted in practice.' }),
    submitted: t.exposeInt('submitted', { description: 'Submissions in practice, compile errors included.' }),
    score: t.exposeInt('score', {
      description: 'Sum of the best OI rank scores; an accepted ACM problem counts as if scored 100.',
    }),
  }),
})

const PlaceFigures = builder.objectRef<RankFigures>('PlaceFigures').implement({
  description: 'Figures that place a user in the rank lists.',
  fields: (t) => ({
    solved: t.exposeInt('solved', { description: 'Problems accepted in practice.' }),
    submitted: t.exposeInt('submitted', { description: 'Submissions in practice.' }),
    score: t.exposeInt('score', { description: 'Sum of the best OI rank scores.' }),
  }),
})

const RankMoveType = builder.objectRef<RankMove>('RankMove').implement({
  description: 'Change of a user in the rank lists.',
  fields: (t) => ({
    uid: t.exposeString('userId', { nullable: true, description: 'uid of the user; null for new ones.' }),
    before: t.field({
      type: PlaceFigures,
      nullable: true,
      description: 'Figures before; null when no list showed them.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: PlaceFigures,
      nullable: true,
      description: 'Figures now; null when no list shows them.',
      resolve: ({ after }) => after,
    }),
  }),
})

const RankMovesType = builder.objectRef<RankMoves>('RankMoves').implement({
  description: 'Changes of the rank lists within two seconds.',
  fields: (t) => ({
    moves: t.field({
      type: [RankMoveType],
      nullable: true,
      description: 'Users whose figures changed; null when they are too many: read the list again.',
      resolve: ({ moves }) => moves,
    }),
  }),
})

const type = { type: ScoringEnum, required: true as const, description: 'Which list.' }

builder.queryFields((t) => ({
  ranks: t.connection(
    {
      type: RankRowType,
      description: 'A rank list of the site, first place first; practice alone counts.',
      // A keyword looks at every place of the list.
      complexity: ({ keyword, first }) => ({
        field: keyword?.trim() ? SLOW.field : PAGE_COST,
        multiplier: pageSize(first),
      }),
      args: {
        type: t.arg(type),
        keyword: t.arg.string({
          description: 'Part of a username or nickname; numbers stay those of the whole list.',
        }),
        offset: t.arg.int(),
      },
      resolve: (_, { type, keyword, ...page }, ctx) =>
        pageByOffset(page, (window) => rankPage(ctx, { type, keyword: keyword ?? '', ...window })),
    },
    {
      name: 'RankConnection',
      fields: (t) => ({ totalCount: t.exposeInt('totalCount') }),
    },
    { name: 'RankEdge' },
  ),
  viewerRank: t.field({
    type: RankRowType,
    nullable: true,
    description: "The viewer's row of a rank list; null for guests.",
    args: { type: t.arg(type) },
    resolve: (_, { type }, ctx) => viewerRow(ctx, type),
  }),
}))

builder.subscriptionFields((t) => ({
  ranksMoved: t.field({
    type: RankMovesType,
    description: 'Changes of the rank lists, at most once in two seconds.',
    subscribe: (_, __, ctx) => watchMoves(ctx),
    resolve: (moves) => moves,
  }),
}))
