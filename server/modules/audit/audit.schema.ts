import { builder } from '../../builder.ts'
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditChange,
  auditListing,
  changesOf,
  detailsOf,
} from './audit.ts'

/** The enum value of an action: `siteNotice.created` is SITE_NOTICE_CREATED. */
const nameOf = (action: AuditAction): string =>
  action
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .replace('.', '_')
    .toUpperCase()

const AuditActionEnum = builder.enumType('AuditAction', {
  description: 'Action of an audit entry, named after the type it was done to.',
  values: Object.fromEntries(AUDIT_ACTIONS.map((action) => [nameOf(action), { value: action }])),
})

const AuditChangeType = builder.objectRef<AuditChange>('AuditChange').implement({
  description: 'One changed field; values that are not text are JSON.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'Field name.' }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'Value before; null when there was none.',
    }),
    after: t.exposeString('after', { nullable: true, description: 'Value after; null when there is none.' }),
  }),
})

const AuditEntry = builder.prismaNode('AuditEntry', {
  id: { field: 'id', description: 'Id of the entry.' },
  select: { id: true },
  description: 'Audit entry: who did what to what.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['auditEntry', row.id] }),
  fields: (t) => ({
    actor: t.relation('actor', {
      nullable: true,
      description: 'Who did it; null when the account was deleted.',
    }),
    action: t.field({
      type: AuditActionEnum,
      description: 'The action.',
      select: { action: true },
      resolve: ({ action }) => action as AuditAction,
    }),
    subject: t.exposeString('subject', { description: "Subject: type and number, such as 'Submission:12'." }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    changes: t.field({
      type: [AuditChangeType],
      description: 'Changed fields.',
      select: { details: true },
      resolve: (entry) => changesOf(entry),
    }),
    reason: t.string({
      nullable: true,
      description: 'Reason, if one was given.',
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
      description: 'Audit entries, newest first; for viewers who may read the audit.',
      args: {
        subject: t.arg.string({ description: "Subject: type and number, such as 'Submission:12'." }),
        action: t.arg({ type: AuditActionEnum, description: 'Only entries of this action.' }),
        actor: t.arg.string({ description: 'Only entries of the user with this username.' }),
        offset: t.arg.int({ description: 'Number of entries to skip.' }),
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
