import type { Ranked } from '#server/shared/board/ranking.ts'
import { builder } from '../../builder.ts'
import { pageOf } from '../../pageByOffset.ts'
import { type FirstSolution, previewOf, type RejudgingPreview, type RowChange } from './rejudgingPreview.ts'

const FiguresType = builder.objectRef<Ranked>('RejudgingFigures').implement({
  description: 'Ranking values of a scoreboard row.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { nullable: true, description: 'Rank; null for unranked participants.' }),
    total: t.exposeInt('gain', { description: 'ACM: solved problems. OI: score.' }),
    cost: t.exposeFloat('cost', { description: 'ACM: penalty in seconds. OI: run time in milliseconds.' }),
    awardName: t.string({
      nullable: true,
      description: 'Award tier.',
      resolve: ({ award }) => award?.name ?? null,
    }),
  }),
})

const RowType = builder.objectRef<RowChange>('RejudgingRowChange').implement({
  description: 'A scoreboard row that a rejudging would change.',
  fields: (t) => ({
    username: t.string({ description: 'Owner.', resolve: ({ person }) => person.username }),
    name: t.exposeString('name', { description: 'Shown name.' }),
    isOwn: t.exposeBoolean('isOwn', {
      description: 'Whether its own results change, not only its rank or award.',
    }),
    before: t.field({ type: FiguresType, description: 'Current values.', resolve: ({ before }) => before }),
    after: t.field({
      type: FiguresType,
      description: 'Values after the rejudging.',
      resolve: ({ after }) => after,
    }),
  }),
})

const FirstType = builder.objectRef<FirstSolution>('RejudgingFirstSolution').implement({
  description: 'First accepted submission of a problem.',
  fields: (t) => ({
    atSecond: t.exposeInt('second', { description: 'Seconds since the start.' }),
    names: t.exposeStringList('names', { description: 'Shown name.' }),
  }),
})

const PreviewType = builder.objectRef<RejudgingPreview>('RejudgingPreview').implement({
  description: 'Changes that a held rejudging would make to the unfrozen scoreboard.',
  fields: (t) => ({
    rows: t.connection(
      {
        type: RowType,
        description: 'Changed rows, in the order of their new ranks.',
        args: { offset: t.arg.int() },
        resolve: ({ rows }, page) => pageOf(page, rows),
      },
      { name: 'RejudgingRowChangeConnection', fields: (t) => ({ totalCount: t.exposeInt('totalCount') }) },
      { name: 'RejudgingRowChangeEdge' },
    ),
    firstBefore: t.field({
      type: FirstType,
      nullable: true,
      description: 'Current first solver; null: nobody.',
      resolve: ({ firstBefore }) => firstBefore,
    }),
    firstAfter: t.field({
      type: FirstType,
      nullable: true,
      description: 'First solver after the rejudging.',
      resolve: ({ firstAfter }) => firstAfter,
    }),
  }),
})

builder.prismaObjectFields('Rejudging', (t) => ({
  preview: t.field({
    type: PreviewType,
    nullable: true,
    description: 'Null when the rejudging is not held.',
    complexity: 200,
    select: { id: true },
    resolve: async ({ id }, _, ctx) =>
      previewOf(ctx, await ctx.db.rejudging.findUniqueOrThrow({ where: { id } })),
  }),
}))
