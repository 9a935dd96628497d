import { OperationState } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { readerOf } from '../../context.ts'
import { Refusal, type RefusalCode, type RefusalParameters } from '../../core/errors.ts'
import { say } from '../../doors/asking.ts'
import { RefusalCodeEnum } from '../../enums.ts'
import { OPERATION_KINDS, type OperationKind } from '../../policy/operation.ts'
import { works } from '../../works.ts'
import {
  cancelOperation,
  type Failure,
  isUnderWay,
  operationListing,
  reportOf,
  watchOperation,
} from './operation.ts'

const KindEnum = builder.enumType('OperationKind', {
  description: 'Kind of an operation.',
  values: Object.keys(OPERATION_KINDS) as OperationKind[],
})
const StateEnum = builder.enumType(OperationState, {
  description: 'State of an operation.',
  name: 'OperationState',
})

const Line = builder.prismaNode('OperationLine', {
  id: { field: 'id' },
  select: { id: true },
  description: 'Result of one subject of an operation.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['operationLine', row.id] }),
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Subject, as its owner calls it.' }),
    code: t.field({
      type: RefusalCodeEnum,
      nullable: true,
      description: 'Refusal; null on success.',
      select: { code: true },
      resolve: ({ code }) => code as RefusalCode | null,
    }),
    message: t.string({
      nullable: true,
      description: "Refusal in the viewer's language.",
      select: { code: true, parameters: true },
      resolve: ({ code, parameters }, _, ctx) =>
        code && say(ctx.locale, new Refusal(code as RefusalCode, parameters as RefusalParameters)),
    }),
  }),
})

const Operation = builder.prismaNode('Operation', {
  id: { field: 'id' },
  select: { id: true },
  description: 'A long-running operation.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['operation', row.id] }),
  fields: (t) => ({
    kind: t.field({
      type: KindEnum,
      description: 'Role.',
      select: { kind: true },
      resolve: ({ kind }) => kind as OperationKind,
    }),
    state: t.expose('state', { type: StateEnum, description: 'State.' }),
    done: t.exposeInt('done', { description: 'Number of processed subjects.' }),
    total: t.exposeInt('total', { description: 'Number of all subjects.' }),
    refused: t.exposeInt('refused', { description: 'Number of refused subjects.' }),
    failure: t.string({
      nullable: true,
      description: "Why it failed, in the viewer's language; null unless it failed.",
      select: { failure: true },
      resolve: ({ failure }, _, ctx) => {
        if (!failure) return null
        const { code, parameters } = failure as Failure
        return say(ctx.locale, new Refusal(code, parameters))
      },
    }),
    owner: t.relation('owner', {
      nullable: true,
      description: 'Owner; null when the account was deleted.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it started; null before.',
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended; null until then.',
    }),
    viewerCanCancel: t.boolean({
      description: 'Whether the viewer can cancel it.',
      select: { state: true },
      resolve: (operation, _, ctx) => readerOf(ctx).viewer !== null && isUnderWay(operation),
    }),
    resultUrl: t.string({
      nullable: true,
      description:
        'Where the owner downloads its result; null for others, and when there is none (any more).',
      select: { id: true, ownerId: true, resultExpiresAt: true },
      resolve: ({ id, ownerId, resultExpiresAt }, _, ctx) =>
        resultExpiresAt && ctx.now < resultExpiresAt && ownerId === ctx.viewer?.id
          ? `/api/operation/${id}/result`
          : null,
    }),
    resultExpiresAt: t.expose('resultExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the result expires.',
    }),
    report: t.prismaConnection(
      {
        type: Line,
        cursor: 'id',
        description: 'Results by subject, in order.',
        args: {
          refusedOnly: t.arg.boolean({ description: 'Only refused subjects.' }),
          offset: t.arg.int(),
        },
        totalCount: ({ id }, { refusedOnly }, ctx) =>
          ctx.db.operationLine.count({ where: reportOf(id, refusedOnly ?? false).where }),
        resolve: (query, { id }, { refusedOnly, offset }, ctx) =>
          ctx.db.operationLine.findMany({
            ...query,
            skip: (query.skip ?? 0) + Math.max(0, offset ?? 0),
            ...reportOf(id, refusedOnly ?? false),
          }),
      },
      { name: 'OperationLineConnection' },
      { name: 'OperationLineEdge' },
    ),
  }),
})

builder.queryFields((t) => ({
  operations: t.prismaConnection(
    {
      type: Operation,
      cursor: 'id',
      description: "The viewer's operations, newest first; those of all users for super administrators.",
      args: {
        kinds: t.arg({ type: [KindEnum], description: 'Only of these kinds.' }),
        offset: t.arg.int(),
      },
      totalCount: (_, { kinds }, ctx) =>
        ctx.db.operation.count({ where: operationListing(ctx, kinds).where }),
      resolve: (query, _, { kinds, offset }, ctx) =>
        ctx.db.operation.findMany({
          ...query,
          skip: (query.skip ?? 0) + Math.max(0, offset ?? 0),
          ...operationListing(ctx, kinds),
        }),
    },
    { name: 'OperationConnection' },
    { name: 'OperationEdge' },
  ),
}))

const CancelOperationInput = builder.inputType('CancelOperationInput', {
  description: 'An operation to cancel.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Operation], description: 'Operation id.' }),
  }),
})

builder.mutationFields((t) => ({
  cancelOperation: t.prismaField({
    refuses: ['FORBIDDEN', 'OPERATION_OVER'],
    description: 'Cancels an operation after its current step; completed steps stay.',
    type: Operation,
    args: { input: t.arg({ type: CancelOperationInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const id = Number(input.id.id)
      await cancelOperation(ctx, works, id)
      return ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.subscriptionFields((t) => ({
  operationChanged: t.prismaField({
    description: 'An operation, now and whenever it progresses.',
    type: Operation,
    args: { id: t.arg.globalID({ required: true, for: [Operation] }) },
    subscribe: (_, { id }, ctx) => watchOperation(ctx, Number(id.id)),
    resolve: (query, id, _, ctx) => ctx.db.operation.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
