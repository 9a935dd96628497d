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
  description: 'Submissions of one day.',
  fields: (t) => ({
    date: t.exposeString('date', { description: 'YYYY-MM-DD' }),
    total: t.exposeInt('total', { description: 'Number of submissions.' }),
    accepted: t.exposeInt('accepted', { description: 'Accepted submissions.' }),
  }),
})

const Week = builder.objectRef<WeekStatistic>('WeekStatistic').implement({
  description: 'Submissions of seven days.',
  fields: (t) => ({
    days: t.expose('days', { description: 'Days, oldest first.', type: [Day] }),
    total: t.exposeInt('total', { description: 'Sum of the seven days.' }),
    previousTotal: t.exposeInt('previousTotal', { description: 'Sum of the seven days before.' }),
  }),
})

const RankRow = builder.objectRef<AcceptedRow>('AcceptedRankRow').implement({
  description: 'A user in the ranking of the last seven days.',
  fields: (t) => ({
    user: t.prismaField({
      description: 'The user.',
      type: 'User',
      resolve: (query, { userId }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    accepted: t.exposeInt('accepted', {
      description: 'Problems first accepted within the seven days.',
    }),
    total: t.exposeInt('total', { description: 'Submissions within the seven days.' }),
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
    description: 'The ten users with the most newly accepted problems within seven days.',
    resolve: (_, __, ctx) => acceptedRank(ctx),
  }),
}))

const Summary = builder.objectRef<DifficultyProgress>('ProgressSummary').implement({
  description: "The viewer's solved problems and all public problems, by difficulty.",
  fields: (t) => ({
    difficulty: t.expose('difficulty', { description: 'Difficulty.', type: DifficultyEnum }),
    solved: t.exposeInt('solved', { description: 'Number of problems the viewer solved.' }),
    total: t.exposeInt('total', { description: 'Number of public problems.' }),
  }),
})

builder.queryFields((t) => ({
  progressSummary: t.field({
    description: "The viewer's progress; null for guests.",
    type: [Summary],
    nullable: true,
    resolve: (_, __, ctx) => progressSummary(ctx),
  }),
}))
