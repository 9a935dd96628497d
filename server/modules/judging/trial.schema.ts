import { builder } from '../../builder.ts'
import { JudgeModeEnum, JudgingStateEnum, VerdictEnum } from '../../enums.ts'
import { judgeModeOf } from '../problem/problem.ts'
import { contestOfId, problemOfId } from '../submission/sending.ts'
import { askedOf, startTrial, trialMessage, watchTrial } from './trial.ts'

const Trial = builder.prismaNode('Trial', {
  id: { field: 'id' },
  description: 'A test run with own input.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['trial', row.id] }),
  fields: (t) => ({
    state: t.expose('state', { description: 'How far it is.', type: JudgingStateEnum }),
    verdict: t.expose('verdict', {
      description: 'How it ended; null before.',
      type: VerdictEnum,
      nullable: true,
    }),
    timeMs: t.exposeInt('timeMs', { description: 'Time it took.', nullable: true }),
    memoryKb: t.exposeInt('memoryKb', { description: 'Memory it took, in KiB.', nullable: true }),
    input: t.string({ description: 'What it read.', resolve: (trial) => askedOf(trial).input }),
    expected: t.string({
      description: 'What it should have written; null when nobody said so.',
      nullable: true,
      resolve: (trial) => askedOf(trial).expected,
    }),
    output: t.exposeString('output', { description: 'What it wrote.', nullable: true }),
    errorOutput: t.exposeString('errorOutput', { description: 'What it wrote to stderr.', nullable: true }),
    message: t.string({
      description: 'What compiler, checker or box say.',
      nullable: true,
      resolve: (trial, _, ctx) => trialMessage(ctx, trial),
    }),
    judgeMode: t.field({
      description: 'What decides whether the output is right.',
      type: JudgeModeEnum,
      select: { problem: { select: { checker: true, interactor: true } } },
      resolve: ({ problem }) => (problem ? judgeModeOf(problem) : 'DEFAULT'),
    }),
  }),
})

const StartTrialInput = builder.inputType('StartTrialInput', {
  description: 'A program and what it is to read.',
  fields: (t) => ({
    problemId: t.globalID({ description: 'Id of the problem.', required: true }),
    contestId: t.globalID({ description: 'Id of the contest that it is tried in; none: practice.' }),
    language: t.string({ description: 'Key of its language.', required: true }),
    source: t.string({ description: 'The program.', required: true }),
    input: t.string({ description: 'What it reads.', required: true }),
    expected: t.string({ description: 'What it should write.' }),
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
      'SUBMIT_TOO_SOON',
      'SUBMIT_BANNED',
      'JUDGING_CLOSED',
      'NO_TESTS',
      'CONTEST_NOT_STARTED',
      'CONTEST_OVER',
      'CONTEST_NOT_REGISTERED',
      'CONTEST_ACCOUNT',
    ],
    description: 'Runs a program on an input of its author.',
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
    description: 'A test run, whenever it changes.',
    type: Trial,
    args: { id: t.arg.globalID({ required: true, for: [Trial] }) },
    subscribe: (_, { id }, ctx) => watchTrial(ctx, id.id),
    resolve: (query, id, _, ctx) => ctx.db.trial.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
