import { ReportLabel } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { BulkType, inBulk } from '../../doors/bulk.ts'
import { RowChangeEnum } from '../../enums.ts'
import type { ChangedRow } from '../../watch.ts'
import { DiscussionNode } from './discussion.schema.ts'
import { findDiscussion } from './discussion.ts'
import { checkReport, reportDiscussion, reportListing, watchReports } from './report.ts'

const LabelEnum = builder.enumType(ReportLabel, {
  name: 'ReportLabel',
  description: 'What is wrong with a reported post.',
})

const ReportNode = builder.prismaNode('DiscussionReport', {
  id: { field: 'id' },
  description: 'A report of a post.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['discussionReport', row.id] }),
  fields: (t) => ({
    discussion: t.relation('discussion', {
      nullable: true,
      description: 'The post; null for staff who do not see its problem.',
    }),
    reporter: t.relation('reporter', { description: 'Who reported it.' }),
    labels: t.expose('labels', { type: [LabelEnum], description: 'What is wrong.' }),
    reason: t.exposeString('reason', { description: 'Reason in words, at most 200 characters.' }),
    isChecked: t.exposeBoolean('checked', { description: 'Whether an administrator has dealt with it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
})

builder.queryFields((t) => ({
  discussionReports: t.prismaConnection(
    {
      type: ReportNode,
      cursor: 'id',
      nullable: true,
      description: 'Reports of posts, those not checked first, then newest; for staff.',
      args: {
        isChecked: t.arg.boolean({ description: 'Only checked reports (true), or only the others (false).' }),
        offset: t.arg.int({ description: 'Number of rows to skip.' }),
      },
      totalCount: (_, { isChecked }, ctx) =>
        ctx.db.discussionReport.count({ where: reportListing(ctx, isChecked).where }),
      resolve: (query, _, { isChecked, offset }, ctx) =>
        ctx.db.discussionReport.findMany({
          ...query,
          ...reportListing(ctx, isChecked),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'DiscussionReportConnection' },
    { name: 'DiscussionReportEdge' },
  ),
}))

const ReportInput = builder.inputType('ReportDiscussionInput', {
  description: 'A post to report; a label or a reason is needed.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: DiscussionNode, description: 'The post.' }),
    labels: t.field({ type: [LabelEnum], required: true, description: 'What is wrong.' }),
    reason: t.string({ required: true, description: 'Reason in words, at most 200 characters.' }),
  }),
})

const CheckInput = builder.inputType('CheckDiscussionReportsInput', {
  description: 'Reports to mark.',
  fields: (t) => ({
    ids: t.globalIDList({ required: true, for: ReportNode, description: 'The reports.' }),
    isChecked: t.boolean({ required: true, description: 'Whether they are dealt with.' }),
  }),
})

builder.mutationFields((t) => ({
  reportDiscussion: t.field({
    type: DiscussionNode,
    description: "Reports a post to the site's staff; replaces the viewer's earlier report while it is open.",
    refuses: ['REPORT_EMPTY', 'DISCUSSIONS_CLOSED', 'GROUP_DISCUSSIONS_CLOSED'],
    args: { input: t.arg({ type: ReportInput, required: true }) },
    resolve: async (_, { input: { id, labels, reason } }, ctx) => {
      await reportDiscussion(ctx, Number(id.id), { labels: [...labels], reason })
      return findDiscussion(ctx, Number(id.id))
    },
  }),
  checkDiscussionReports: t.field({
    type: BulkType,
    description: 'Marks reports as dealt with, or not.',
    refuses: ['FORBIDDEN'],
    args: { input: t.arg({ type: CheckInput, required: true }) },
    resolve: (_, { input: { ids, isChecked } }, ctx) =>
      inBulk(ctx, ids, (id) => checkReport(ctx, id, isChecked)),
  }),
}))

const ReportChange = builder.objectRef<ChangedRow>('DiscussionReportChange').implement({
  description: 'A change of a report.',
  fields: (t) => ({
    change: t.expose('change', { type: RowChangeEnum, description: 'What changed.' }),
    rowId: t.globalID({
      nullable: true,
      description: 'Id of the report; null for a RESET.',
      resolve: ({ id }) => (id === null ? null : { type: ReportNode, id }),
    }),
    report: t.field({
      type: ReportNode,
      nullable: true,
      description: 'The report; null when it is gone.',
      resolve: ({ id }, _, ctx) =>
        id === null ? null : ctx.db.discussionReport.findUnique({ where: { id } }),
    }),
  }),
})

builder.subscriptionFields((t) => ({
  discussionReportsChanged: t.field({
    type: ReportChange,
    description: 'Reports of posts as they are sent and checked; for staff.',
    subscribe: (_, __, ctx) => watchReports(ctx),
    resolve: (change) => change,
  }),
}))
