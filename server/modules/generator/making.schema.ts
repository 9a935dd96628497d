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
  description: 'What is done with the cases of a problem.',
})

const PartEnum = builder.enumType('MakingPart', {
  description: 'What a program does where cases are made.',
  values: {
    GENERATOR: { description: 'It prints inputs.' },
    VALIDATOR: { description: 'It vets inputs.' },
    SOLUTION: { description: 'It makes answers.' },
    CHECKER: { description: 'It checks outputs: the checker or interactor of the problem.' },
  } satisfies Record<MakingPart, object>,
})

const RefusedType = builder.objectRef<RefusedProgram>('RefusedProgram').implement({
  description: 'A program that does not compile.',
  fields: (t) => ({
    part: t.expose('part', { type: PartEnum, description: 'What it should do.' }),
    name: t.exposeString('name', { description: 'What its author calls it.' }),
    message: t.string({
      nullable: true,
      description: 'What the compiler says.',
      resolve: ({ message }, _, ctx) => makingMessage(ctx, message),
    }),
  }),
})

const CaseType = builder.objectRef<ShownCase>('MadeCase').implement({
  description: 'A case that is made or checked, and what came of it so far.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'From 1, in the order in which they will be judged.' }),
    scriptLine: t.exposeInt('scriptLine', {
      nullable: true,
      description: 'The line of the script that makes it, from 1; null of a case made by hand.',
    }),
    command: t.exposeString('command', { nullable: true, description: 'That line.' }),
    isDone: t.boolean({ description: 'Whether it has ended.', resolve: ({ made }) => made !== null }),
    fault: t.field({
      type: MakingFaultEnum,
      nullable: true,
      description: 'Why it cannot be used; null while it is good.',
      resolve: ({ made }) => made && faultOf(made),
    }),
    message: t.string({
      nullable: true,
      description: 'What program or judge say of it.',
      resolve: ({ made }, _, ctx) => makingMessage(ctx, made?.message ?? null),
    }),
    inputBytes: t.int({
      nullable: true,
      description: 'Size of its input.',
      resolve: ({ made }) => made?.inputSize,
    }),
    inputHead: t.string({
      nullable: true,
      description: 'The first characters of its input.',
      resolve: ({ made }) => made?.inputHead,
    }),
    answerBytes: t.int({
      nullable: true,
      description: 'Size of its answer; null where nobody made one.',
      resolve: ({ made }) => made?.answerSize,
    }),
    verdict: t.field({
      type: VerdictEnum,
      nullable: true,
      description: 'How the solution ended that answers it; null where it did not run.',
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
  description: 'The beginnings of the files of a case that is made or checked.',
  fields: (t) => ({
    input: t.string({ description: 'At most 2 KiB of its input.', resolve: ({ input }) => input.text }),
    isInputWhole: t.boolean({
      description: 'Whether there is no more of it.',
      resolve: ({ input }) => input.isWhole,
    }),
    answer: t.string({
      nullable: true,
      description: 'At most 2 KiB of its answer; null where it has none.',
      resolve: ({ answer }) => answer?.text,
    }),
    isAnswerWhole: t.boolean({
      nullable: true,
      description: 'Whether there is no more of it.',
      resolve: ({ answer }) => answer?.isWhole,
    }),
  }),
})

const TestType = builder.objectRef<ShownTest>('TriedRefereeTest').implement({
  description: 'A test of validators or checker that is run with the cases, and what came of it so far.',
  fields: (t) => ({
    role: t.expose('role', { type: RefereeRoleEnum, description: 'What it is a test of.' }),
    name: t.exposeString('name', { description: 'What its author calls it.' }),
    accepts: t.exposeBoolean('accepts', { description: 'Whether it must be accepted, or refused.' }),
    isDone: t.boolean({ description: 'Whether it has ended.', resolve: ({ made }) => made !== null }),
    fault: t.field({
      type: MakingFaultEnum,
      nullable: true,
      description: 'What is wrong; null while it is as it must be.',
      resolve: ({ made }) => made && faultOf(made),
    }),
    message: t.string({
      nullable: true,
      description: 'What program or judge say of it.',
      resolve: ({ made }, _, ctx) => makingMessage(ctx, made?.message ?? null),
    }),
  }),
})

const Making = builder.prismaNode('Making', {
  id: { field: 'id' },
  description:
    'Cases of a problem that are made and checked; nothing of it counts before somebody accepts it.',
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['making', row.id] }),
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'What is done.' }),
    state: t.expose('state', { type: JudgingStateEnum, description: 'How far it is.' }),
    verdict: t.expose('verdict', {
      type: VerdictEnum,
      nullable: true,
      description: 'ACCEPTED: it came to its end, whatever became of the cases; null before.',
    }),
    message: t.string({
      nullable: true,
      description: 'What went wrong with the whole.',
      resolve: ({ message }, _, ctx) => makingMessage(ctx, message),
    }),
    refused: t.field({
      type: [RefusedType],
      description: 'Programs that do not compile.',
      resolve: refusedOf,
    }),
    isOutdated: t.boolean({
      description: 'Whether the tests are others by now than those it began from.',
      select: { testsetId: true, problem: { select: { testsetId: true } } },
      resolve: ({ testsetId, problem }) => testsetId !== problem.testsetId,
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its cases became those of the problem.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked for.' }),
    startedBy: t.relation('user', { nullable: true, description: 'Who asked for it.' }),
    cases: t.field({
      type: [CaseType],
      description: 'All cases, those that have not ended too.',
      complexity: { field: 100, multiplier: 1 },
      select: { id: true, plan: true },
      resolve: (row, _, ctx) => shownCases(ctx, row),
    }),
    tests: t.field({
      type: [TestType],
      description: 'The tests of validators and checker that are run after the cases.',
      complexity: { field: 50, multiplier: 1 },
      select: { id: true, plan: true, tests: true },
      resolve: (row, _, ctx) => shownTests(ctx, row),
    }),
    texts: t.field({
      type: TextsType,
      nullable: true,
      description: 'What the files of one case begin with; null while there are none.',
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
    description: 'What was made and checked last; null before, and for those who may not manage it.',
    select: { id: true },
    resolve: (query, { id }, _, ctx) => makingOf(ctx, query, id),
  }),
)

const StartInput = builder.inputType('StartMakingInput', {
  description: 'A problem whose cases are made or checked.',
  fields: (t) => ({
    problemId: t.globalID({ required: true, description: 'The problem.' }),
    kind: t.field({ type: KindEnum, required: true, description: 'What is done.' }),
  }),
})

const CancelInput = builder.inputType('CancelMakingInput', {
  description: 'A making that goes on.',
  fields: (t) => ({ id: t.globalID({ required: true, for: [Making], description: 'The making.' }) }),
})

const AcceptInput = builder.inputType('AcceptMakingInput', {
  description: 'A making whose cases are good.',
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
    description:
      'Makes the cases of a problem as its script says and checks them, or checks those that it has.',
    refuses: ['FORBIDDEN', 'MAKING_GOES_ON', 'NO_TESTS', 'NO_VALIDATOR', 'SCRIPT_FAULTY'],
    args: { input: t.arg({ type: StartInput, required: true }) },
    resolve: async (query, _, { input: { problemId, kind } }, ctx) => {
      const making = await startMaking(ctx, problemOf(problemId), kind)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: making.problemId } })
    },
  }),
  cancelMaking: t.prismaField({
    type: 'Problem',
    description: 'Ends a making where it is, and answers its problem.',
    refuses: ['OPERATION_OVER'],
    args: { input: t.arg({ type: CancelInput, required: true }) },
    resolve: async (query, _, { input: { id } }, ctx) => {
      const { problemId } = await cancelMaking(ctx, id.id)
      return ctx.db.problem.findUniqueOrThrow({ ...query, where: { id: problemId } })
    },
  }),
  acceptMaking: t.prismaField({
    type: 'Problem',
    description: 'Makes the cases of a making those of its problem, as a new version.',
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
      'A problem, now and whenever its generators, validators or script change or making its cases comes on; for those who may manage it.',
    args: { problemId: t.arg.globalID({ required: true, description: 'The problem.' }) },
    subscribe: (_, { problemId }, ctx) => watchMaking(ctx, problemOf(problemId)),
    resolve: (query, id, _, ctx) => ctx.db.problem.findUniqueOrThrow({ ...query, where: { id } }),
  }),
}))
