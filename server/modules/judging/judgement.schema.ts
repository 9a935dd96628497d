import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { canRejudge } from '../../policy/judging.ts'
import { judgementListing } from './rejudging.ts'

const Judgement = builder.prismaNode('Judgement', {
  id: { field: 'id' },
  select: { id: true },
  description: 'One attempt to judge a submission.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['judgement', row.id] }),
  fields: (t) => ({
    current: t.boolean({
      description: 'The one that counts.',
      select: { id: true, submission: { select: { judgementId: true } } },
      resolve: ({ id, submission }) => submission.judgementId === id,
    }),
    state: t.expose('state', { type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      type: VerdictEnum,
      nullable: true,
      description: 'CANCELLED when another one took its place before it ended.',
    }),
    timeMs: t.exposeInt('timeMs', { nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { nullable: true }),
    score: t.exposeInt('score', { nullable: true }),
    oiRankScore: t.exposeInt('oiRankScore', { nullable: true }),
    caseCount: t.exposeInt('caseCount', { nullable: true }),
    tape: t.exposeString('tape'),
    hostName: t.exposeString('hostName', { nullable: true }),
    queuedAt: t.expose('queuedAt', { type: 'DateTime' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true }),
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
    description: 'All attempts at it, newest first; null for those who may not know.',
    select: { id: true },
    resolve: (query, { id }, _, ctx) =>
      canRejudge(readerOf(ctx))
        ? ctx.db.judgement.findMany({ ...query, ...judgementListing(ctx, id) })
        : null,
  }),
}))
