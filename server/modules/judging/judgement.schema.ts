import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { canRejudgeIn } from '../../policy/judging.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { judgementListing, whereJudgementsOf } from './rejudging.ts'

const Judgement = builder.prismaNode('Judgement', {
  id: { field: 'id' },
  select: { id: true },
  description: 'One attempt to judge a submission.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['judgement', row.id] }),
  fields: (t) => ({
    current: t.boolean({
      description: 'The one that counts; none while a verdict set by hand does.',
      select: { id: true, submission: { select: { judgementId: true, manual: true } } },
      resolve: ({ id, submission }) => submission?.judgementId === id && !submission.manual,
    }),
    state: t.expose('state', { description: 'How far it is.', type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      type: VerdictEnum,
      nullable: true,
      description: 'CANCELLED when another one took its place before it ended.',
    }),
    timeMs: t.exposeInt('timeMs', { description: 'Most time of a case.', nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Most memory of a case, in KiB.', nullable: true }),
    score: t.exposeInt('score', { description: 'Score, of problems with scores.', nullable: true }),
    oiRankScore: t.exposeInt('oiRankScore', { description: 'What it adds to the OI rank.', nullable: true }),
    caseCount: t.exposeInt('caseCount', {
      description: 'Cases there are; null until it is known.',
      nullable: true,
    }),
    tape: t.exposeString('tape', { description: 'One letter a finished case, as of a submission.' }),
    hostName: t.exposeString('hostName', { description: 'The host that judged it.', nullable: true }),
    queuedAt: t.expose('queuedAt', { description: 'When it was put in the queue.', type: 'DateTime' }),
    endedAt: t.expose('endedAt', {
      description: 'Null until it has ended.',
      type: 'DateTime',
      nullable: true,
    }),
    rejudging: t.prismaField({
      type: 'Rejudging',
      nullable: true,
      description: 'What it was made for; null for the first one.',
      select: { id: true },
      resolve: (query, { id }, _, ctx) =>
        ctx.db.rejudging.findFirst({ ...query, where: { entries: { some: { judgementId: id } } } }),
    }),
  }),
})

builder.prismaObjectFields('Submission', (t) => ({
  judgements: t.prismaField({
    type: [Judgement],
    nullable: true,
    description: 'Attempts at it, newest first, at most 50; null for those who may not know.',
    select: { id: true, contest: { select: ORGANISED } },
    resolve: (query, { id, contest }, _, ctx) =>
      canRejudgeIn(readerOf(ctx), contest)
        ? ctx.db.judgement.findMany({ ...query, ...judgementListing(ctx, id) })
        : null,
  }),
  judgementCount: t.int({
    nullable: true,
    description: 'How many attempts there were in all; null for those who may not know.',
    select: { id: true, contest: { select: ORGANISED } },
    resolve: ({ id, contest }, _, ctx) =>
      canRejudgeIn(readerOf(ctx), contest)
        ? ctx.db.judgement.count({ where: whereJudgementsOf(ctx, id) })
        : null,
  }),
}))
