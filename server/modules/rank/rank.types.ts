/** Types of rank lists, of the site and of groups. */
import { builder, PAGE_COST, pageSize, SLOW } from '../../builder.ts'
import type { RankFigures, RankMove } from '../../events.ts'
import type { RankMoves } from './moves.ts'
import type { RankRow } from './rank.ts'

export const RankRowType = builder.objectRef<RankRow>('RankRow').implement({
  description: 'A user in a rank list of the site or of a group.',
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
    solved: t.exposeInt('solved', { description: 'Problems accepted there, outside contests.' }),
    submitted: t.exposeInt('submitted', {
      description: 'Submissions there outside contests, compile errors included.',
    }),
    score: t.exposeInt('score', {
      description: 'Sum of the best OI rank scores; an accepted ACM problem counts as if scored 100.',
    }),
  }),
})

const PlaceFigures = builder.objectRef<RankFigures>('PlaceFigures').implement({
  description: 'Figures that place a user in the rank lists.',
  fields: (t) => ({
    solved: t.exposeInt('solved', { description: 'Problems accepted.' }),
    submitted: t.exposeInt('submitted', { description: 'Submissions.' }),
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

export const RankMovesType = builder.objectRef<RankMoves>('RankMoves').implement({
  description: 'Changes of the rank lists of the site or of a group within two seconds.',
  fields: (t) => ({
    moves: t.field({
      type: [RankMoveType],
      nullable: true,
      description: 'Users whose figures changed; null when they are too many: read the list again.',
      resolve: ({ moves }) => moves,
    }),
  }),
})

export const RankEdge = builder.edgeObject({ type: RankRowType, name: 'RankEdge' })
export const RankConnection = builder.connectionObject(
  {
    type: RankRowType,
    name: 'RankConnection',
    fields: (t) => ({
      totalCount: t.int({
        resolve: (connection) => (connection as unknown as { totalCount: number }).totalCount,
      }),
    }),
  },
  RankEdge,
)

/** Complexity of a rank list: a keyword looks at every place of it. */
export const rankComplexity = ({ keyword, first }: { keyword?: string | null; first?: number | null }) => ({
  field: keyword?.trim() ? SLOW.field : PAGE_COST,
  multiplier: pageSize(first),
})
