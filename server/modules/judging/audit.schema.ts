import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { canRejudge } from '../../policy/judging.ts'
import { type AuditOutcome, auditListing, auditOfSubmission, detailsOf } from './audit.ts'

const AuditOutcomeType = builder.objectRef<AuditOutcome>('AuditOutcome').implement({
  description: 'What a submission was before or after a act.',
  fields: (t) => ({
    state: t.expose('state', { type: JudgingStateEnum }),
    verdict: t.expose('verdict', { type: VerdictEnum, nullable: true }),
    score: t.exposeInt('score', { nullable: true }),
    manual: t.exposeBoolean('manual'),
  }),
})

const AuditEntry = builder.prismaNode('AuditEntry', {
  id: { field: 'id' },
  select: { id: true },
  description: 'Who did what to what.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['auditEntry', row.id] }),
  fields: (t) => ({
    actor: t.relation('actor', { nullable: true, description: 'Null when the account is gone.' }),
    action: t.exposeString('action', {
      description:
        'submission.rejudged, submission.corrected, submission.cancelled, rejudging.started, rejudging.stopped.',
    }),
    subject: t.exposeString('subject', { description: "Type and number, such as 'Submission:12'." }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    before: t.field({
      type: AuditOutcomeType,
      nullable: true,
      select: { details: true },
      resolve: (entry) => detailsOf(entry).before,
    }),
    after: t.field({
      type: AuditOutcomeType,
      nullable: true,
      select: { details: true },
      resolve: (entry) => detailsOf(entry).after,
    }),
    reason: t.string({
      nullable: true,
      select: { details: true },
      resolve: (entry) => detailsOf(entry).reason || null,
    }),
    count: t.int({
      nullable: true,
      description: 'How many submissions it was about.',
      select: { details: true },
      resolve: (entry) => detailsOf(entry).count,
    }),
    rejudgingNumber: t.int({
      nullable: true,
      select: { details: true },
      resolve: (entry) => detailsOf(entry).rejudgingId,
    }),
  }),
})

builder.queryFields((t) => ({
  auditEntries: t.prismaConnection(
    {
      type: AuditEntry,
      cursor: 'id',
      description: 'Newest first; empty for everybody but super administrators.',
      args: {
        subject: t.arg.string({ description: "Type and number, such as 'Submission:12'." }),
        action: t.arg.string(),
        offset: t.arg.int(),
      },
      totalCount: (_, args, ctx) => ctx.db.auditEntry.count({ where: auditListing(ctx, args).where }),
      resolve: (query, _, args, ctx) =>
        ctx.db.auditEntry.findMany({
          ...query,
          skip: (query.skip ?? 0) + Math.max(0, args.offset ?? 0),
          ...auditListing(ctx, args),
        }),
    },
    { name: 'AuditEntryConnection' },
    { name: 'AuditEntryEdge' },
  ),
}))

builder.prismaObjectFields('Submission', (t) => ({
  auditEntries: t.prismaField({
    type: [AuditEntry],
    nullable: true,
    description: 'What was done to it by hand, newest first; null for those who may not know.',
    select: { id: true },
    resolve: async (query, { id }, _, ctx) =>
      canRejudge(readerOf(ctx))
        ? ctx.db.auditEntry.findMany({ ...query, ...(await auditOfSubmission(ctx, id)) })
        : null,
  }),
}))
