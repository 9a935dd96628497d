import type { Ranked } from '#server/shared/board/ranking.ts'
import { builder } from '../../builder.ts'
import { pageOf } from '../../pageByOffset.ts'
import { type FirstSolution, previewOf, type RejudgingPreview, type RowChange } from './rejudgingPreview.ts'

const FiguresType = builder.objectRef<Ranked>('RejudgingFigures').implement({
  description: 'What decides where a row of a scoreboard stands.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { nullable: true, description: 'Null of those who are not ranked.' }),
    total: t.exposeInt('gain', { description: 'ACM: problems solved. OI: score.' }),
    cost: t.exposeFloat('cost', { description: 'ACM: penalty in seconds. OI: run time in milliseconds.' }),
    awardName: t.string({
      nullable: true,
      description: 'The tier of awards that it is in.',
      resolve: ({ award }) => award?.name ?? null,
    }),
  }),
})

const RowType = builder.objectRef<RowChange>('RejudgingRowChange').implement({
  description: 'A row of a scoreboard that a rejudging would change.',
  fields: (t) => ({
    username: t.string({ description: 'Owner.', resolve: ({ person }) => person.username }),
    name: t.exposeString('name', { description: 'What the contest shows of them.' }),
    isOwn: t.exposeBoolean('isOwn', {
      description: 'Whether its own figures change, not only what others leave of ranks and awards.',
    }),
    before: t.field({ type: FiguresType, description: 'As it is.', resolve: ({ before }) => before }),
    after: t.field({ type: FiguresType, description: 'As it would be.', resolve: ({ after }) => after }),
  }),
})

const FirstType = builder.objectRef<FirstSolution>('RejudgingFirstSolution').implement({
  description: 'Who solves a problem first.',
  fields: (t) => ({
    atSecond: t.exposeInt('second', { description: 'Seconds since the start.' }),
    names: t.exposeStringList('names', { description: 'What the contest shows of them.' }),
  }),
})

const PreviewType = builder.objectRef<RejudgingPreview>('RejudgingPreview').implement({
  description:
    'What a rejudging that is held back would change on the board, with everything that is sealed.',
  fields: (t) => ({
    rows: t.connection(
      {
        type: RowType,
        description: 'The rows that would change, in the order of the ranks that they would have.',
        args: { offset: t.arg.int() },
        resolve: ({ rows }, page) => pageOf(page, rows),
      },
      { name: 'RejudgingRowChangeConnection', fields: (t) => ({ totalCount: t.exposeInt('totalCount') }) },
      { name: 'RejudgingRowChangeEdge' },
    ),
    firstBefore: t.field({
      type: FirstType,
      nullable: true,
      description: 'Who solves the problem first now; null: nobody.',
      resolve: ({ firstBefore }) => firstBefore,
    }),
    firstAfter: t.field({
      type: FirstType,
      nullable: true,
      description: 'Who would.',
      resolve: ({ firstAfter }) => firstAfter,
    }),
  }),
})

builder.prismaObjectFields('Rejudging', (t) => ({
  preview: t.field({
    type: PreviewType,
    nullable: true,
    description: 'Null where nothing is held back.',
    complexity: 200,
    select: { id: true },
    resolve: async ({ id }, _, ctx) =>
      previewOf(ctx, await ctx.db.rejudging.findUniqueOrThrow({ where: { id } })),
  }),
}))
