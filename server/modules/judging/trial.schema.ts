import { builder } from '../../builder.ts'
import { JudgeModeEnum, JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { judgeModeOf } from '../problem/problem.ts'
import { problemOfId } from '../submission/sending.ts'
import { askedOf, findTrial, startTrial, trialMessage, watchTrial } from './trial.ts'

const Trial = builder.prismaNode('Trial', {
  id: { field: 'id' },
  description: 'A test run with own input.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['trial', row.id] }),
  fields: (t) => ({
    state: t.expose('state', { type: JudgingStateEnum }),
    verdict: t.expose('verdict', { type: VerdictEnum, nullable: true }),
    timeMs: t.exposeInt('timeMs', { nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { nullable: true }),
    input: t.string({ resolve: (trial) => askedOf(trial).input }),
    expected: t.string({ nullable: true, resolve: (trial) => askedOf(trial).expected }),
    output: t.exposeString('output', { nullable: true }),
    errorOutput: t.exposeString('errorOutput', { nullable: true }),
    message: t.string({ nullable: true, resolve: (trial, _, ctx) => trialMessage(ctx, trial) }),
    judgeMode: t.field({
      type: JudgeModeEnum,
      select: { problem: { select: { checker: true, interactor: true } } },
      resolve: ({ problem }) => judgeModeOf(problem),
    }),
  }),
})

const TrialInput = builder.inputType('TrialInput', {
  fields: (t) => ({
    problemId: t.globalID({ required: true }),
    language: t.string({ required: true }),
    source: t.string({ required: true }),
    input: t.string({ required: true }),
    expected: t.string(),
  }),
})

builder.queryFields((t) => ({
  trial: t.prismaField({
    type: Trial,
    args: { id: t.arg.globalID({ required: true, for: [Trial] }) },
    resolve: async (query, _, args, ctx) => {
      const { id } = await findTrial(ctx, args.id.id)
      return ctx.db.trial.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.mutationFields((t) => ({
  startTrial: t.prismaField({
    type: Trial,
    args: { input: t.arg({ type: TrialInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await startTrial(ctx, {
        ...input,
        problem: problemOfId(input.problemId),
        expected: input.expected ?? null,
      })
      return ctx.db.trial.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.subscriptionFields((t) => ({
  trialChanged: t.prismaField({
    type: Trial,
    args: { id: t.arg.globalID({ required: true, for: [Trial] }) },
    subscribe: (_, { id }, ctx) => watchTrial(ctx, id.id),
    resolve: (query, id, _, ctx) => ctx.db.trial.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
