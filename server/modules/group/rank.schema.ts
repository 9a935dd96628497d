import { builder } from '../../builder.ts'
import { ScoringEnum } from '../../enums.ts'
import { pageByOffset } from '../../pageByOffset.ts'
import { mayEnter } from '../../venue.ts'
import { RankConnection, RankEdge, RankMovesType, RankRowType, rankComplexity } from '../rank/rank.types.ts'
import { GroupNode } from './group.schema.ts'
import { GROUP } from './group.ts'
import { groupRankPage, groupViewerRow, watchGroupMoves } from './rank.ts'

const type = { type: ScoringEnum, required: true as const, description: 'Order of the rank.' }

builder.prismaObjectFields('Group', (t) => ({
  ranks: t.connection(
    {
      type: RankRowType,
      nullable: true,
      description:
        'Its rank, first place first: what members submitted there outside contests counts; null for viewers who are not in it.',
      complexity: rankComplexity,
      args: {
        type: t.arg(type),
        keyword: t.arg.string({
          description: 'Part of a username or nickname; numbers stay those of the whole rank.',
        }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      resolve: async ({ id }, { type, keyword, ...page }, ctx) =>
        (await mayEnter(ctx, GROUP, id, 'look'))
          ? pageByOffset(page, (window) =>
              groupRankPage(ctx, id, { type, keyword: keyword ?? '', ...window }),
            )
          : null,
    },
    RankConnection,
    RankEdge,
  ),
  viewerRank: t.field({
    type: RankRowType,
    nullable: true,
    description: "The viewer's row of its rank; null for viewers who are no members.",
    args: { type: t.arg(type) },
    resolve: async ({ id }, { type }, ctx) =>
      (await mayEnter(ctx, GROUP, id, 'look')) ? groupViewerRow(ctx, id, type) : null,
  }),
}))

builder.subscriptionFields((t) => ({
  groupRanksMoved: t.field({
    type: RankMovesType,
    description: 'Changes of the rank of a group, at most once in two seconds, for its members.',
    args: { groupId: t.arg.globalID({ for: [GroupNode], required: true, description: 'The group.' }) },
    subscribe: (_, { groupId }, ctx) => watchGroupMoves(ctx, Number(groupId.id)),
    resolve: (moves) => moves,
  }),
}))
