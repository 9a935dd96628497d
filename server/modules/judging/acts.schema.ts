import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { canRejudge } from '../../policy/judging.ts'
import { type ActOutcome, actDetailsOf, actsOnSubmission, whereActsOnSubmission } from './acts.ts'

const AuditOutcomeType = builder.objectRef<ActOutcome>('AuditOutcome').implement({
  description: 'What a submission was before or after an act.',
  fields: (t) => ({
    state: t.expose('state', { description: 'How far judging was.', type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      description: 'Null before there was one.',
      type: VerdictEnum,
      nullable: true,
    }),
    score: t.exposeInt('score', { description: 'Score, of problems with scores.', nullable: true }),
    manual: t.exposeBoolean('manual', { description: 'Whether it had been set by hand.' }),
  }),
})

const DETAILS = { select: { details: true, subject: true } } as const

builder.prismaObjectFields('AuditEntry', (t) => ({
  before: t.field({
    type: AuditOutcomeType,
    nullable: true,
    description: 'What the submission was, where the act was about one.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).before,
  }),
  after: t.field({
    type: AuditOutcomeType,
    nullable: true,
    description: 'What the submission became, where the act was about one.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).after,
  }),
  count: t.int({
    nullable: true,
    description: 'How many submissions it was about.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).count,
  }),
  rejudgingNumber: t.int({
    nullable: true,
    description: 'The number of the rejudging it belongs to.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).rejudgingId,
  }),
}))

builder.prismaObjectFields('Submission', (t) => ({
  auditEntries: t.prismaField({
    type: ['AuditEntry'],
    nullable: true,
    description: 'What was done to it by hand, newest first, at most 50; null for those who may not know.',
    select: { id: true },
    resolve: async (query, { id }, _, ctx) =>
      canRejudge(readerOf(ctx))
        ? ctx.db.auditEntry.findMany({ ...query, ...(await actsOnSubmission(ctx, id)) })
        : null,
  }),
  auditEntryCount: t.int({
    nullable: true,
    description: 'How many acts there are in all; null for those who may not know.',
    select: { id: true },
    resolve: async ({ id }, _, ctx) =>
      canRejudge(readerOf(ctx))
        ? ctx.db.auditEntry.count({ where: await whereActsOnSubmission(ctx, id) })
        : null,
  }),
}))
