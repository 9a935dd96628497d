import { builder } from '../../builder.ts'
import { JudgeModeEnum, JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { judgeModeOf } from '../problem/problem.ts'
import { contestOfId, problemOfId } from '../submission/sending.ts'
import { askedOf, startTrial, trialMessage, watchTrial } from './trial.ts'

const Trial = builder.prismaNode('Trial', {
  id: { field: 'id' },
  description: 'A trial: a test run with custom input.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['trial', row.id] }),
  fields: (t) => ({
    state: t.expose('state', { description: 'State.', type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      description: 'Verdict; null before it ended.',
      type: VerdictEnum,
      nullable: true,
    }),
    timeMs: t.exposeInt('timeMs', { description: 'Time used.', nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Memory used, in KiB.', nullable: true }),
    input: t.string({ description: 'Input.', resolve: (trial) => askedOf(trial).input }),
    expected: t.string({
      description: 'Expected output; null when none was given.',
      nullable: true,
      resolve: (trial) => askedOf(trial).expected,
    }),
    output: t.exposeString('output', { description: 'Output.', nullable: true }),
    errorOutput: t.exposeString('errorOutput', { description: 'Standard error.', nullable: true }),
    message: t.string({
      description: 'Message of the compiler, the checker or the sandbox.',
      nullable: true,
      resolve: (trial, _, ctx) => trialMessage(ctx, trial),
    }),
    judgeMode: t.field({
      description: 'What compares the output.',
      type: JudgeModeEnum,
      select: { problem: { select: { checker: true, interactor: true } } },
      resolve: ({ problem }) => (problem ? judgeModeOf(problem) : 'DEFAULT'),
    }),
  }),
})

const StartTrialInput = builder.inputType('StartTrialInput', {
  description: 'A program and its input.',
  fields: (t) => ({
    problemId: t.globalID({ description: 'Problem id.', required: true }),
    contestId: t.globalID({ description: 'Contest id; none: practice.' }),
    language: t.string({ description: 'Language key.', required: true }),
    source: t.string({ description: 'Source code.', required: true }),
    input: t.string({ description: 'Input.', required: true }),
    expected: t.string({ description: 'Expected output.' }),
  }),
})

builder.mutationFields((t) => ({
  startTrial: t.prismaField({
    refuses: [
      'FORBIDDEN',
      'TRIAL_INPUT_EMPTY',
      'TRIAL_INPUT_TOO_LONG',
      'CODE_EMPTY',
      'CODE_TOO_SHORT',
      'CODE_TOO_LONG',
      'CODE_NOT_TEXT',
      'LANGUAGE_NOT_OFFERED',
      'OUTPUT_ONLY',
      'SUBMIT_TOO_SOON',
      'SUBMIT_BANNED',
      'JUDGING_CLOSED',
      'NO_TESTS',
      'CONTEST_NOT_STARTED',
      'CONTEST_OVER',
      'CONTEST_NOT_REGISTERED',
      'CONTEST_ACCOUNT',
    ],
    description: 'Runs a program on custom input.',
    type: Trial,
    args: { input: t.arg({ type: StartTrialInput, required: true }) },
    resolve: async (query, _, { input }, ctx) => {
      const { id } = await startTrial(ctx, {
        ...input,
        problem: problemOfId(input.problemId),
        contestId: contestOfId(input.contestId),
        expected: input.expected ?? null,
      })
      return ctx.db.trial.findUniqueOrThrow({ ...query, where: { id } })
    },
  }),
}))

builder.subscriptionFields((t) => ({
  trialChanged: t.prismaField({
    description: 'A trial, whenever it changes.',
    type: Trial,
    args: { id: t.arg.globalID({ required: true, for: [Trial] }) },
    subscribe: (_, { id }, ctx) => watchTrial(ctx, id.id),
    resolve: (query, id, _, ctx) => ctx.db.trial.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
