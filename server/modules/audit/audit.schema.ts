import { builder } from '../../builder.ts'
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditChange,
  auditListing,
  changesOf,
  detailsOf,
} from './audit.ts'

/** An action as enumerations write it: `siteNotice.created` is SITE_NOTICE_CREATED. */
const nameOf = (action: AuditAction): string =>
  action
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replace('.', '_')
    .toUpperCase()

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'What somebody did, after the noun that it was done to.',
  values: Object.fromEntries(AUDIT_ACTIONS.map((action) => [nameOf(action), { value: action }])),
})

const AuditChangeType = builder.objectRef<AuditChange>('AuditChange').implement({
  description: 'One field that an act changed; what is no text is JSON.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Name of the field.' }),
    before: t.exposeString('before', { nullable: true, description: 'Null when there was no value.' }),
    after: t.exposeString('after', { nullable: true, description: 'Null when there is no value any more.' }),
  }),
})

const AuditEntry = builder.prismaNode('AuditEntry', {
  id: { field: 'id', description: 'The id of this entry.' },
  select: { id: true },
  description: 'Who did what to what.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['auditEntry', row.id] }),
  fields: (t) => ({
    actor: t.relation('actor', { nullable: true, description: 'Null when the account is gone.' }),
    action: t.field({
      type: AuditActionEnum,
      description: 'What was done.',
      select: { action: true },
      resolve: ({ action }) => action as AuditAction,
    }),
    subject: t.exposeString('subject', { description: "Type and number, such as 'Submission:12'." }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'What it changed, field by field.',
      select: { details: true },
      resolve: (entry) => changesOf(entry),
    }),
    reason: t.string({
      nullable: true,
      description: 'Why, where somebody said so.',
      select: { details: true },
      resolve: (entry) => detailsOf(entry).reason || null,
    }),
  }),
})

builder.queryFields((t) => ({
  auditEntries: t.prismaConnection(
    {
      type: AuditEntry,
      cursor: 'id',
      nullable: true,
      description: 'Newest first; for those who may read the audit.',
      args: {
        subject: t.arg.string({ description: "Type and number, such as 'Submission:12'." }),
        action: t.arg({ type: AuditActionEnum, description: 'Only acts of this kind.' }),
        actor: t.arg.string({ description: 'Only what the one with this username did.' }),
        offset: t.arg.int({ description: 'So many are passed over.' }),
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
