import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { canRejudgeIn } from '../../policy/judging.ts'
import { ORGANISED } from '../../policy/officials.ts'
import { judgementListing, whereJudgementsOf } from './rejudging.ts'

const Judgement = builder.prismaNode('Judgement', {
  id: { field: 'id' },
  select: { id: true },
  description: 'A judgement: one attempt to judge a submission.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['judgement', row.id] }),
  fields: (t) => ({
    current: t.boolean({
      description: 'The current judgement; null while a manual verdict counts.',
      select: { id: true, submission: { select: { judgementId: true, manual: true } } },
      resolve: ({ id, submission }) => submission?.judgementId === id && !submission.manual,
    }),
    state: t.expose('state', { description: 'State.', type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      type: VerdictEnum,
      nullable: true,
      description: 'CANCELLED when another judgement replaced it before it ended.',
    }),
    timeMs: t.exposeInt('timeMs', { description: 'Maximum time of a case.', nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Maximum memory of a case, in KiB.', nullable: true }),
    score: t.exposeInt('score', { description: 'Score, in scored problems.', nullable: true }),
    oiRankScore: t.exposeInt('oiRankScore', { description: 'Score in the OI rank.', nullable: true }),
    caseCount: t.exposeInt('caseCount', {
      description: 'Number of cases; null until known.',
      nullable: true,
    }),
    tape: t.exposeString('tape', { description: 'One letter per finished case, as in a submission.' }),
    hostName: t.exposeString('hostName', { description: 'Judge host.', nullable: true }),
    queuedAt: t.expose('queuedAt', { description: 'When it was queued.', type: 'DateTime' }),
    endedAt: t.expose('endedAt', {
      description: 'When it ended; null until then.',
      type: 'DateTime',
      nullable: true,
    }),
    rejudging: t.prismaField({
      type: 'Rejudging',
      nullable: true,
      description: 'Rejudging it was made for; null for the first one.',
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
    description: 'Judgements, newest first, at most 50; null for viewers who may not see them.',
    select: { id: true, contest: { select: ORGANISED } },
    resolve: (query, { id, contest }, _, ctx) =>
      canRejudgeIn(readerOf(ctx), contest)
        ? ctx.db.judgement.findMany({ ...query, ...judgementListing(ctx, id) })
        : null,
  }),
  judgementCount: t.int({
    nullable: true,
    description: 'Number of all judgements; null for viewers who may not see them.',
    select: { id: true, contest: { select: ORGANISED } },
    resolve: ({ id, contest }, _, ctx) =>
      canRejudgeIn(readerOf(ctx), contest)
        ? ctx.db.judgement.count({ where: whereJudgementsOf(ctx, id) })
        : null,
  }),
}))
