import { builder } from '../../builder.ts'
import { DifficultyEnum } from '../../enums.ts'
import {
  type AcceptedRow,
  acceptedRank,
  type DayStatistic,
  type WeekStatistic,
  weekStatistic,
} from './activity.ts'
import { type DifficultyProgress, progressSummary } from './progress.ts'

const Day = builder.objectRef<DayStatistic>('DayStatistic').implement({
  fields: (t) => ({
    date: t.exposeString('date', { description: 'YYYY-MM-DD' }),
    total: t.exposeInt('total'),
    accepted: t.exposeInt('accepted'),
  }),
})

const Week = builder.objectRef<WeekStatistic>('WeekStatistic').implement({
  fields: (t) => ({
    days: t.expose('days', { type: [Day] }),
    total: t.exposeInt('total'),
    previousTotal: t.exposeInt('previousTotal', { description: 'Submissions of the seven days before.' }),
  }),
})

const RankRow = builder.objectRef<AcceptedRow>('AcceptedRankRow').implement({
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      resolve: (query, { userId }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    accepted: t.exposeInt('accepted'),
    total: t.exposeInt('total'),
  }),
})

builder.objectFields('Site', (t) => ({
  weekStatistic: t.field({
    type: Week,
    description: 'Seven days, oldest first.',
    resolve: (_, __, ctx) => weekStatistic(ctx),
  }),
  acceptedRank: t.field({
    type: [RankRow],
    description: 'Most problems newly accepted within seven days, ten rows.',
    resolve: (_, __, ctx) => acceptedRank(ctx),
  }),
}))

const Summary = builder.objectRef<DifficultyProgress>('ProgressSummary').implement({
  description: 'Solved and all public problems by difficulty, for the viewer.',
  fields: (t) => ({
    difficulty: t.expose('difficulty', { type: DifficultyEnum }),
    solved: t.exposeInt('solved'),
    total: t.exposeInt('total'),
  }),
})

builder.queryFields((t) => ({
  progressSummary: t.field({
    type: [Summary],
    nullable: true,
    resolve: (_, __, ctx) => progressSummary(ctx),
  }),
}))
