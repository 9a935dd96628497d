import type { PointEntry as PointEntryRow } from '#prisma/generated/client.ts'
import { PointReason } from '#prisma/generated/enums.ts'
import { builder, nullUnlessSeen } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { canGrantPoints } from '../../policy/shop.ts'
import {
  type GrantedAccount,
  type GrantPreview,
  grantPoints,
  MAX_NOTE,
  MOST_NAMES,
  MOST_POINTS,
  previewGrant,
  reverseGrant,
} from './granting.ts'
import { entryListing, findPoints, ownEntryListing, type Points, watchLedger, watchPoints } from './points.ts'

const ReasonEnum = builder.enumType(PointReason, {
  name: 'PointReason',
  description: 'Why points were credited or debited.',
})

const PointsType = builder.objectRef<Points>('Points').implement({
  description: 'Points of an account.',
  fields: (t) => ({
    balance: t.exposeInt('balance', { description: 'Sum of all entries; below 0 only after a correction.' }),
    solved: t.exposeInt('solved', { description: 'Earned by solved problems.' }),
    checkIns: t.exposeInt('checkIns', { description: 'Earned by check-ins.' }),
  }),
})

const PointEntry = builder.prismaNode('PointEntry', {
  id: { field: 'id' },
  description: 'An entry of the points ledger, which only grows.',
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['pointEntry', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number.' }),
    user: t.relation('user', { description: 'Whose points.' }),
    amount: t.exposeInt('amount', { description: 'Credited points; negative when they were debited.' }),
    reason: t.expose('reason', { type: ReasonEnum, description: 'Why.' }),
    actor: t.relation('actor', {
      nullable: true,
      description: 'Who caused it; null: the system, or a deleted account.',
    }),
    note: t.exposeString('note', { nullable: true, description: 'Words of a grant.' }),
    problem: t.prismaField({
      type: 'Problem',
      description: 'Problem of a SOLVED entry; null when it is gone or hidden.',
      select: { problemId: true },
      ...nullUnlessSeen('problem', (row: { problemId: number | null }) => row.problemId),
      resolve: (query, { problemId }, _, ctx) =>
        problemId === null ? null : ctx.db.problem.findUnique({ ...query, where: { id: problemId } }),
    }),
    orderNumber: t.exposeInt('orderId', {
      nullable: true,
      description: 'Number of the order of a PURCHASE or REFUND.',
    }),
    reversal: t.relation('reversal', { nullable: true, description: 'Entry that takes this grant back.' }),
    viewerCanReverse: t.boolean({
      description: 'Whether the viewer can take this grant back.',
      select: { reason: true, reversal: { select: { id: true } } },
      resolve: ({ reason, reversal }, _, ctx) =>
        reason === 'GRANT' && !reversal && canGrantPoints(readerOf(ctx)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the entry.' }),
  }),
})

const pageArgs = { offset: 'Number of rows to skip.', reason: 'Only entries for this reason.' }

builder.queryFields((t) => ({
  points: t.field({
    type: PointsType,
    nullable: true,
    description: 'Points of the viewer; null for guests.',
    resolve: (_, __, ctx) => findPoints(ctx),
  }),
  ownPointEntries: t.prismaConnection(
    {
      type: PointEntry,
      cursor: 'id',
      nullable: true,
      description: "The viewer's entries, newest first.",
      args: {
        offset: t.arg.int({ description: pageArgs.offset }),
        reason: t.arg({ type: ReasonEnum, description: pageArgs.reason }),
      },
      totalCount: (_, { reason }, ctx) =>
        ctx.db.pointEntry.count({ where: ownEntryListing(ctx, reason).where }),
      resolve: (query, _, { reason, offset }, ctx) =>
        ctx.db.pointEntry.findMany({
          ...query,
          ...ownEntryListing(ctx, reason),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'OwnPointEntryConnection' },
    { name: 'OwnPointEntryEdge' },
  ),
  pointEntries: t.prismaConnection(
    {
      type: PointEntry,
      cursor: 'id',
      nullable: true,
      description: 'Entries of all accounts, newest first; for staff.',
      args: {
        offset: t.arg.int({ description: pageArgs.offset }),
        username: t.arg.string({ description: 'Only entries of this account.' }),
        reason: t.arg({ type: ReasonEnum, description: pageArgs.reason }),
      },
      totalCount: (_, { username, reason }, ctx) =>
        ctx.db.pointEntry.count({ where: entryListing(ctx, { username, reason }).where }),
      resolve: (query, _, { username, reason, offset }, ctx) =>
        ctx.db.pointEntry.findMany({
          ...query,
          ...entryListing(ctx, { username, reason }),
          skip: (query.skip ?? 0) + Math.max(offset ?? 0, 0),
        }),
    },
    { name: 'PointEntryConnection' },
    { name: 'PointEntryEdge' },
  ),
}))

const GrantedAccountType = builder.objectRef<GrantedAccount>('GrantedAccount').implement({
  description: 'An account of a previewed grant.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      description: 'The account.',
      resolve: (query, { userId }, _, ctx) =>
        ctx.db.user.findUniqueOrThrow({ ...query, where: { id: userId } }),
    }),
    amount: t.exposeInt('amount', { description: 'Points that it is granted.' }),
    balance: t.exposeInt('balance', { description: 'Points before the grant.' }),
    isPossible: t.exposeBoolean('isPossible', { description: 'Whether the balance would stay at least 0.' }),
  }),
})

const GrantPreviewType = builder.objectRef<GrantPreview>('GrantPreview').implement({
  description: 'What a grant would do.',
  fields: (t) => ({
    accounts: t.field({
      type: [GrantedAccountType],
      description: 'The accounts.',
      resolve: ({ accounts }) => accounts,
    }),
    unknown: t.exposeStringList('unknown', { description: 'Names that nobody has.' }),
  }),
})

const GrantInput = builder.inputType('GrantPointsInput', {
  description: 'Points for accounts.',
  fields: (t) => ({
    usernames: t.stringList({ required: true, description: `Usernames, up to ${MOST_NAMES}.` }),
    amounts: t.intList({
      description: 'Points of each username, in their order; `amount` is then not used.',
    }),
    amount: t.int({
      required: true,
      description: `Points for each: up to ${MOST_POINTS}, negative to debit, not 0.`,
    }),
    note: t.string({ description: `Words for the history, up to ${MAX_NOTE} characters.` }),
  }),
})

const ReverseInput = builder.inputType('ReverseGrantInput', {
  description: 'A grant to take back.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: PointEntry, description: 'Entry of the grant.' }),
  }),
})

builder.queryFields((t) => ({
  grantPreview: t.field({
    type: GrantPreviewType,
    nullable: true,
    description: 'What a grant would do; for super administrators.',
    args: { input: t.arg({ type: GrantInput, required: true }) },
    resolve: (_, { input: { usernames, amounts, ...grant } }, ctx) =>
      previewGrant(ctx, { usernames, amounts }, grant),
  }),
}))

const GrantedPoints = builder.objectRef<PointEntryRow[]>('GrantedPoints').implement({
  description: 'Entries of a grant.',
  fields: (t) => ({
    entries: t.field({
      type: [PointEntry],
      nullable: { list: false, items: true },
      description: 'The new entries, one for each account.',
      resolve: (entries) => entries,
    }),
  }),
})

builder.mutationFields((t) => ({
  grantPoints: t.field({
    type: GrantedPoints,
    description: 'Credits or debits points to all of the accounts, or to none of them.',
    refuses: ['FORBIDDEN', 'POINTS_UNKNOWN_NAMES', 'POINTS_TWO_AMOUNTS', 'POINTS_TOO_FEW'],
    args: { input: t.arg({ type: GrantInput, required: true }) },
    resolve: (_, { input: { usernames, amounts, ...grant } }, ctx) =>
      grantPoints(ctx, { usernames, amounts }, grant),
  }),
  reverseGrant: t.field({
    type: PointEntry,
    description: 'Takes back a grant by an opposite entry, which it returns.',
    refuses: ['FORBIDDEN', 'POINTS_NOT_A_GRANT', 'POINTS_REVERSED', 'POINTS_TOO_FEW'],
    args: { input: t.arg({ type: ReverseInput, required: true }) },
    resolve: (_, { input: { id } }, ctx) => reverseGrant(ctx, Number(id.id)),
  }),
}))

builder.subscriptionFields((t) => ({
  pointsChanged: t.field({
    type: PointsType,
    description: "The viewer's points, now and after every change.",
    subscribe: (_, __, ctx) => watchPoints(ctx),
    resolve: (points) => points,
  }),
  ledgerChanged: t.field({
    type: PointEntry,
    description: 'The newest entry of the ledger, whenever accounts are credited or debited; for staff.',
    subscribe: (_, __, ctx) => watchLedger(ctx),
    resolve: (entry) => entry,
  }),
}))
