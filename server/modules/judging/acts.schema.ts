import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { canRejudge } from '../../policy/judging.ts'
import { type ActOutcome, actDetailsOf, actsOnSubmission, whereActsOnSubmission } from './acts.ts'

const AuditOutcomeType = builder.objectRef<ActOutcome>('AuditOutcome').implement({
  description: 'Outcome of a submission before or after an act.',
  fields: (t) => ({
    state: t.expose('state', { description: 'State.', type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      description: 'Verdict; null when there was none.',
      type: VerdictEnum,
      nullable: true,
    }),
    score: t.exposeInt('score', { description: 'Score, in scored problems.', nullable: true }),
    manual: t.exposeBoolean('manual', { description: 'Whether it was set manually.' }),
  }),
})

const DETAILS = { select: { details: true, subject: true } } as const

builder.prismaObjectFields('AuditEntry', (t) => ({
  before: t.field({
    type: AuditOutcomeType,
    nullable: true,
    description: 'Outcome before, for an act on one submission.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).before,
  }),
  after: t.field({
    type: AuditOutcomeType,
    nullable: true,
    description: 'Outcome after, for an act on one submission.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).after,
  }),
  count: t.int({
    nullable: true,
    description: 'Number of submissions it affected.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).count,
  }),
  rejudgingNumber: t.int({
    nullable: true,
    description: 'Number of the rejudging it belongs to.',
    ...DETAILS,
    resolve: (entry) => actDetailsOf(entry).rejudgingId,
  }),
}))

builder.prismaObjectFields('Submission', (t) => ({
  auditEntries: t.prismaField({
    type: ['AuditEntry'],
    nullable: true,
    description: 'Manual acts on it, newest first, at most 50; null for viewers who may not see them.',
    select: { id: true },
    resolve: async (query, { id }, _, ctx) =>
      canRejudge(readerOf(ctx))
        ? ctx.db.auditEntry.findMany({ ...query, ...(await actsOnSubmission(ctx, id)) })
        : null,
  }),
  auditEntryCount: t.int({
    nullable: true,
    description: 'Number of all manual acts; null for viewers who may not see them.',
    select: { id: true },
    resolve: async ({ id }, _, ctx) =>
      canRejudge(readerOf(ctx))
        ? ctx.db.auditEntry.count({ where: await whereActsOnSubmission(ctx, id) })
        : null,
  }),
}))
