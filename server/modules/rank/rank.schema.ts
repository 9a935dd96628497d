import { builder } from '../../builder.ts'
import { ScoringEnum } from '../../enums.ts'
import { pageByOffset } from '../../pageByOffset.ts'
import { watchMoves } from './moves.ts'
import { rankPage, viewerRow } from './rank.ts'
import { RankConnection, RankEdge, RankMovesType, RankRowType, rankComplexity } from './rank.types.ts'

const type = { type: ScoringEnum, required: true as const, description: 'Which list.' }

builder.queryFields((t) => ({
  ranks: t.connection(
    {
      type: RankRowType,
      description: 'A rank list of the site, first place first; practice alone counts.',
      complexity: rankComplexity,
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
    RankConnection,
    RankEdge,
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
