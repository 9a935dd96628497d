import type { MakingPart, RefusedProgram } from '#judge/making/makingProtocol.ts'
import { MakingKind } from '#prisma/generated/enums.ts'
import { builder } from '../../builder.ts'
import { JudgingStateEnum, MakingFaultEnum, RefereeRoleEnum, VerdictEnum } from '../../enums.ts'
import {
  acceptMaking,
  cancelMaking,
  faultOf,
  type MadeTexts,
  makingMessage,
  makingOf,
  refusedOf,
  type ShownCase,
  type ShownTest,
  shownCases,
  shownTests,
  startMaking,
  textsOfCase,
  watchMaking,
} from './making.ts'

const KindEnum = builder.enumType(MakingKind, {
  name: 'MakingKind',
  description: 'Kind of a making.',
})

const PartEnum = builder.enumType('MakingPart', {
  description: 'Role of a program in a making.',
  values: {
    GENERATOR: { description: 'Generator: prints inputs.' },
    VALIDATOR: { description: 'Validator: checks inputs.' },
    SOLUTION: { description: 'Solution: makes answers.' },
    CHECKER: { description: 'Checker or interactor of the problem: checks outputs.' },
  } satisfies Record<MakingPart, object>,
})

const RefusedType = builder.objectRef<RefusedProgram>('RefusedProgram').implement({
  description: 'A program with a compile error.',
  fields: (t) => ({
    part: t.expose('part', { type: PartEnum, description: 'Role.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    message: t.string({
      nullable: true,
      description: 'Compiler output.',
      resolve: ({ message }, _, ctx) => makingMessage(ctx, message),
    }),
  }),
})

const CaseType = builder.objectRef<ShownCase>('MadeCase').implement({
  description: 'A case of a making, and its result so far.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'From 1, in judging order.' }),
    scriptLine: t.exposeInt('scriptLine', {
      nullable: true,
      description: 'Number of the script line that makes it, from 1; null for a manual case.',
    }),
    command: t.exposeString('command', { nullable: true, description: 'The script line.' }),
    isDone: t.boolean({ description: 'Whether it is finished.', resolve: ({ made }) => made !== null }),
    fault: t.field({
      type: MakingFaultEnum,
      nullable: true,
      description: 'Error; null when there is none so far.',
      resolve: ({ made }) => made && faultOf(made),
    }),
    message: t.string({
      nullable: true,
      description: 'Message of the program or the judge.',
      resolve: ({ made }, _, ctx) => makingMessage(ctx, made?.message ?? null),
    }),
    inputBytes: t.int({
      nullable: true,
      description: 'Bytes of its input.',
      resolve: ({ made }) => made?.inputSize,
    }),
    inputHead: t.string({
      nullable: true,
      description: 'First characters of its input.',
      resolve: ({ made }) => made?.inputHead,
    }),
    answerBytes: t.int({
      nullable: true,
      description: 'Bytes of its answer; null when there is none.',
      resolve: ({ made }) => made?.answerSize,
    }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description: 'Outcome of the solution that answers it; null when it did not run.',
      resolve: ({ made }) => made?.verdict,
    }),
    timeMs: t.int({
      nullable: true,
      description: 'Time of the solution.',
      resolve: ({ made }) => made?.timeMs,
    }),
    duplicateOf: t.exposeInt('duplicateOf', {
      nullable: true,
      description: 'Index of the first case with the same input.',
    }),
  }),
})

const TextsType = builder.objectRef<MadeTexts>('MadeTexts').implement({
  description: 'Beginnings of the files of a case.',
  fields: (t) => ({
    input: t.string({ description: 'At most 2 KiB of its input.', resolve: ({ input }) => input.text }),
    isInputWhole: t.boolean({
      description: 'Whether this is the whole file.',
      resolve: ({ input }) => input.isWhole,
    }),
    answer: t.string({
      nullable: true,
      description: 'At most 2 KiB of its answer; null when there is none.',
      resolve: ({ answer }) => answer?.text,
    }),
    isAnswerWhole: t.boolean({
      nullable: true,
      description: 'Whether this is the whole file.',
      resolve: ({ answer }) => answer?.isWhole,
    }),
  }),
})

const TestType = builder.objectRef<ShownTest>('TriedRefereeTest').implement({
  description: 'A test of validators or checker in a making, and its result so far.',
  fields: (t) => ({
    role: t.expose('role', { type: RefereeRoleEnum, description: 'Role of the tested program.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    accepts: t.exposeBoolean('accepts', { description: 'Whether it is expected to be accepted.' }),
    isDone: t.boolean({ description: 'Whether it is finished.', resolve: ({ made }) => made !== null }),
    fault: t.field({
      type: MakingFaultEnum,
      nullable: true,
      description: 'Error; null when the result is as expected so far.',
      resolve: ({ made }) => made && faultOf(made),
    }),
    message: t.string({
      nullable: true,
      description: 'Message of the program or the judge.',
      resolve: ({ made }, _, ctx) => makingMessage(ctx, made?.message ?? null),
    }),
  }),
})

const Making = builder.prismaNode('Making', {
  id: { field: 'id' },
  description:
    'A making: generation or check of the cases of a problem. It changes nothing until it is accepted.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['making', row.id] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'Kind.' }),
    state: t.expose('state', { type: JudgingStateEnum, description: 'State.' }),
    verdict: t.expose('verdict', {
      type: VerdictEnum,
      nullable: true,
      description: 'ACCEPTED: it ran to its end, whatever the results of the cases; null before.',
    }),
    message: t.string({
      nullable: true,
      description: 'Error of the whole making.',
      resolve: ({ message }, _, ctx) => makingMessage(ctx, message),
    }),
    refused: t.field({
      type: [RefusedType],
      description: 'Programs with compile errors.',
      resolve: refusedOf,
    }),
    isOutdated: t.boolean({
      description: 'Whether the cases of the problem changed since it began.',
      select: { testsetId: true, problem: { select: { testsetId: true } } },
      resolve: ({ testsetId, problem }) => testsetId !== problem.testsetId,
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its cases were accepted.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Request time.' }),
    startedBy: t.relation('user', { nullable: true, description: 'Who started it.' }),
    cases: t.field({
      type: [CaseType],
      description: 'All cases, unfinished ones too.',
      complexity: { field: 100, multiplier: 1 },
      select: { id: true, plan: true },
      resolve: (row, _, ctx) => shownCases(ctx, row),
    }),
    tests: t.field({
      type: [TestType],
      description: 'Tests of validators and checker, which run after the cases.',
      complexity: { field: 50, multiplier: 1 },
      select: { id: true, plan: true, tests: true },
      resolve: (row, _, ctx) => shownTests(ctx, row),
    }),
    texts: t.field({
      type: TextsType,
      nullable: true,
      description: 'Beginnings of the files of a case; null until it has files.',
      complexity: 40,
      args: { index: t.arg.int({ required: true, description: 'Index of the case.' }) },
      select: { id: true },
      resolve: (row, { index }, ctx) => textsOfCase(ctx, row.id, index),
    }),
  }),
})

builder.prismaObjectField('Problem', 'making', (t) =>
  t.prismaField({
    type: Making,
    nullable: true,
    description: 'The last making; null when there is none, and for viewers who may not manage the problem.',
    select: { id: true },
    resolve: (query, { id }, _, ctx) => makingOf(ctx, query, id),
  }),
)

const StartInput = builder.inputType('StartMakingInput', {
  description: 'A problem whose cases to make or check.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    kind: t.field({ type: KindEnum, required: true, description: 'Kind.' }),
  }),
})

const CancelInput = builder.inputType('CancelMakingInput', {
  description: 'A running making.',
  fields: (t) => ({ id: t.globalID({ required: true, for: [Making], description: 'The making.' }) }),
})

const AcceptInput = builder.inputType('AcceptMakingInput', {
  description: 'A finished making to accept.',
  fields: (t) => ({
    id: t.globalID({ required: true, for: [Making], description: 'The making.' }),
    emptyAnswers: t.boolean({ description: 'Whether cases without an answer get an empty one.' }),
  }),
})

const problemOf = ({ typename, id }: { typename: string; id: string }) =>
  typename === 'Problem' ? Number(id) : 0

builder.mutationFields((t) => ({
  startMaking: t.prismaField({
    type: 'Problem',
    description: 'Makes the cases of a problem by its script and checks them, or checks the present ones.',
    refuses: ['FORBIDDEN', 'MAKING_GOES_ON', 'MAKING_TOO_MANY', 'NO_TESTS', 'NO_VALIDATOR', 'SCRIPT_FAULTY'],
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: async (query, _, { input: { problemId, kind } }, ctx) => {
      const making = await startMaking(ctx, problemOf(problemId), kind)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: making.problemId } })
    },
  }),
  cancelMaking: t.prismaField({
    type: 'Problem',
    description: 'Cancels a making, and returns its problem.',
    refuses: ['OPERATION_OVER'],
    args: { input: t.arg({ type: CancelInput, required: true }) },
    resolve: async (query, _, { input: { id } }, ctx) => {
      const { problemId } = await cancelMaking(ctx, id.id)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: problemId } })
    },
  }),
  acceptMaking: t.prismaField({
    type: 'Problem',
    description: "Accepts a making: its cases become a new version of the problem's testset.",
    refuses: ['FORBIDDEN', 'CONFLICT', 'MAKING_UNFINISHED', 'MAKING_FAULTY', 'ANSWERS_MISSING'],
    args: { input: t.arg({ type: AcceptInput, required: true }) },
    resolve: async (query, _, { input: { id, emptyAnswers } }, ctx) => {
      const problem = await acceptMaking(ctx, id.id, { emptyAnswers: emptyAnswers ?? false })
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: problem.id } })
    },
  }),
}))

builder.subscriptionFields((t) => ({
  makingChanged: t.prismaField({
    type: 'Problem',
    description:
      'A problem, now and whenever its generators, validators, script or making change; for viewers who may manage it.',
    args: { problemId: t.arg.globalID({ required: true, description: 'The problem.' }) },
    subscribe: (_, { problemId }, ctx) => watchMaking(ctx, problemOf(problemId)),
    resolve: (query, id, _, ctx) => ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
