import { builder } from '../../builder.ts'
import { Refusal } from '../../core/errors.ts'
import {
  CaseModeEnum,
  DifficultyEnum,
  JudgeModeEnum,
  ProblemChangeEnum,
  ProblemSheet,
  ScoringEnum,
  UserFile,
  VerdictEnum,
} from '../../enums.ts'
import { fileIoOf } from '../testset/testsetRules.ts'
import {
  countProblems,
  filesInOrder,
  inOrderOf,
  judgeModeOf,
  languagesOfProblem,
  oiRankScoreOf,
  problemAt,
  problemIdsOfPage,
  problemListing,
  randomProblem,
  recentProblemIds,
  requireStatement,
  titleOf,
} from './problem.ts'
import { progressOfEach } from './progress.ts'
import { Annex, Sample, Statement, Template } from './statement.schema.ts'
import { acceptanceOf, EMPTY_TALLY } from './tally.ts'

const Tally = builder.prismaObject('ProblemTally', {
  description: 'The submissions of a problem by verdict.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'All of them.' }),
    accepted: t.exposeInt('accepted', { description: 'Accepted ones.' }),
    partiallyAccepted: t.exposeInt('partiallyAccepted', { description: 'Those with a part of the score.' }),
    wrongAnswer: t.exposeInt('wrongAnswer', { description: 'Those that are wrong.' }),
    presentationError: t.exposeInt('presentationError', {
      description: 'Those that are right but for blanks.',
    }),
    timeLimitExceeded: t.exposeInt('timeLimitExceeded', { description: 'Those that took too long.' }),
    memoryLimitExceeded: t.exposeInt('memoryLimitExceeded', {
      description: 'Those that took too much memory.',
    }),
    outputLimitExceeded: t.exposeInt('outputLimitExceeded', { description: 'Those that wrote too much.' }),
    runtimeError: t.exposeInt('runtimeError', { description: 'Those that failed while they ran.' }),
    compileError: t.exposeInt('compileError', { description: 'Those that did not compile.' }),
    judgeError: t.exposeInt('judgeError', { description: 'Those that the judge failed at.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Cancelled ones.' }),
    submissionFailed: t.exposeInt('submissionFailed', {
      description: 'Those that another judge gave no verdict on.',
    }),
    rate: t.float({ description: 'accepted / total, 0 to 1.', resolve: (tally) => acceptanceOf(tally) }),
  }),
})

const Progress = builder.prismaObject('ProblemProgress', {
  description: 'How far somebody is with a problem.',
  fields: (t) => ({
    verdict: t.expose('verdict', { description: 'Best verdict.', type: VerdictEnum }),
    score: t.exposeInt('score', { description: 'Best score, of problems with scores.', nullable: true }),
    acceptedAt: t.expose('acceptedAt', {
      description: 'When it was accepted for the first time.',
      type: 'DateTime',
      nullable: true,
    }),
  }),
})

ProblemSheet.implement({
  description: 'A problem as it is read and solved: in practice, or as a contest has it.',
  fields: (t) => ({
    id: t.id({ description: 'Of the problem, or of its place in a contest.' }),
    number: t.int({ description: 'Number of the problem.' }),
    problemId: t.id({ description: 'Id of the problem, for submissions to it.' }),
    displayId: t.string({ description: 'Label in the contest.' }),
    title: t.string({ description: 'Title in the contest.' }),
    author: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Who made it; null when nobody says so.',
      resolve: () => null,
    }),
    difficulty: t.field({ type: DifficultyEnum, nullable: true, description: 'Null where it is not said.' }),
    scoring: t.field({ type: ScoringEnum, description: 'Whether it is scored.' }),
    fullScore: t.int({ description: 'Full score.' }),
    oiRankScore: t.int({
      nullable: true,
      description: 'What a full score adds to the OI rank; null where it is not said.',
    }),
    timeLimitMs: t.int({ description: 'Limit for C and C++; other languages have a multiple of it.' }),
    memoryLimitMib: t.int({ description: 'Limit for C and C++; other languages have a multiple of it.' }),
    fileInput: t.string({ nullable: true, description: 'Input file; null: standard input.' }),
    fileOutput: t.string({ nullable: true, description: 'Output file; null: standard output.' }),
    userFiles: t.field({ type: [UserFile], description: 'Files available to the compiler.' }),
    statement: t.field({ type: Statement, description: 'Its words.' }),
    samples: t.field({ type: [Sample], description: 'Examples of the statement, in order.' }),
    templates: t.field({ type: [Template], description: 'Template code by language.' }),
    annexes: t.field({
      type: [Annex],
      seen: 'Whoever may see a problem may see its files.',
      description: 'Attachments.',
    }),
    languages: t.prismaField({
      type: ['Language'],
      description: 'Languages it accepts now.',
      resolve: () => [],
    }),
    tally: t.field({ type: Tally, description: 'Its submissions by verdict.' }),
    viewerProgress: t.field({ type: Progress, nullable: true, description: 'How far the viewer is there.' }),
  }),
})

const Problem = builder.prismaNode('Problem', {
  description: 'A problem to solve.',
  interfaces: [ProblemSheet],
  id: { field: 'id' },
  select: { id: true, groupId: true, visibility: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['problem', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'pid of the REST calls.' }),
    problemId: t.globalID({
      description: 'The same as its id.',
      resolve: ({ id }) => ({ type: 'Problem', id }),
    }),
    displayId: t.exposeString('displayId', { description: 'What people call it, and addresses name it by.' }),
    bank: t.exposeString('bank', { description: 'Key of the bank of problems that it is of.' }),
    author: t.relation('author', { description: 'Who made it; null when nobody says so.', nullable: true }),
    difficulty: t.expose('difficulty', { description: 'How hard it is.', type: DifficultyEnum }),
    scoring: t.expose('scoring', { description: 'Whether it is scored.', type: ScoringEnum }),
    fullScore: t.exposeInt('fullScore', { description: 'Full score.' }),
    oiRankScore: t.int({
      description: 'What a full score adds to the OI rank: round(0.1 * fullScore + 2 * difficulty).',
      select: { fullScore: true, difficulty: true, scoring: true },
      resolve: (problem) => oiRankScoreOf(problem),
    }),
    caseMode: t.expose('caseMode', {
      description: 'Which cases are judged, and how they count.',
      type: CaseModeEnum,
    }),
    judgeMode: t.field({
      description: 'What decides whether an output is right.',
      type: JudgeModeEnum,
      select: { checker: true, interactor: true },
      resolve: (problem) => judgeModeOf(problem),
    }),
    timeLimitMs: t.exposeInt('timeMs', {
      description: 'Limit for C and C++; other languages have a multiple of it.',
    }),
    memoryLimitMib: t.exposeInt('memoryMb', {
      description: 'Limit for C and C++; other languages have a multiple of it.',
    }),
    stackLimitMib: t.exposeInt('stackMb', { description: 'Stack that a program may use.' }),
    fileInput: t.string({
      description: 'Input file; null: standard input.',
      nullable: true,
      select: { fileIo: true },
      resolve: (problem) => fileIoOf(problem)?.input,
    }),
    fileOutput: t.string({
      description: 'Output file; null: standard output.',
      nullable: true,
      select: { fileIo: true },
      resolve: (problem) => fileIoOf(problem)?.output,
    }),
    userFiles: t.field({
      type: [UserFile],
      description: "Files given to the compilation of the contestant's program.",
      select: { userFiles: true },
      resolve: ({ userFiles }) => filesInOrder(userFiles),
    }),
    codeShare: t.exposeBoolean('codeShare', { description: 'Whether sources can be shared.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    lastChange: t.field({
      type: ProblemChangeEnum,
      description: 'What its last save changed; null: nothing that readers notice, or it is not public.',
      nullable: true,
      select: { visibility: true, lastChange: true },
      resolve: ({ visibility, lastChange }) => (visibility === 'PUBLIC' ? lastChange : null),
    }),
    title: t.string({
      description: "Title in the reader's language where there is one.",
      select: { displayId: true, statements: { select: { locale: true, title: true } } },
      resolve: (problem, _, ctx) => titleOf(problem, ctx),
    }),
    statement: t.field({
      description: "Its words, in the reader's language where there are any.",
      type: Statement,
      select: (_args, _ctx, nested) => ({ statements: nested(true) }),
      resolve: ({ statements }, _, ctx) => requireStatement(statements, ctx),
    }),
    samples: t.relation('samples', {
      description: 'Examples of the statement, in order.',
      query: { orderBy: { index: 'asc' } },
    }),
    templates: t.relation('templates', {
      description: 'Template code by language.',
      query: { orderBy: { languageKey: 'asc' } },
    }),
    annexes: t.relation('annexes', {
      seen: 'Whoever may see a problem may see its files.',
      description: 'Attachments.',
      query: { orderBy: { name: 'asc' } },
    }),
    tally: t.field({
      description: 'Its submissions by verdict.',
      type: Tally,
      select: (_args, _ctx, nested) => ({ tally: nested(true) }),
      resolve: ({ id, tally }) => tally ?? { ...EMPTY_TALLY, problemId: id },
    }),
    languages: t.prismaField({
      description: 'Languages it accepts now.',
      type: ['Language'],
      resolve: (_query, { id }, _, ctx) => languagesOfProblem(ctx, id),
    }),
    viewerProgress: t.loadable({
      description: 'How far the viewer is; null when nothing was submitted.',
      type: Progress,
      nullable: true,
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => progressOfEach(ctx, ids),
      resolve: ({ id }) => id,
    }),
  }),
})

const ProgressFilter = builder.enumType('ProgressFilter', {
  description: 'How far the viewer is with a problem.',
  values: ['SOLVED', 'TRIED', 'UNTRIED'] as const,
})

const ProblemOrder = builder.enumType('ProblemOrder', {
  description: 'An order of problems.',
  values: {
    DISPLAY_ID: { description: 'By display id, numbers in them as numbers.' },
    UPDATED: { description: 'Those first that were changed last.' },
  } as const,
})

builder.queryFields((t) => ({
  problem: t.prismaField({
    description: 'A problem.',
    type: Problem,
    args: {
      displayId: t.arg.string({ description: 'What people call it, or its number.', required: true }),
    },
    resolve: async (query, _, { displayId }, ctx) => {
      const problem = await ctx.db.problem.findFirst({ ...query, where: await problemAt(ctx, displayId) })
      if (!problem) throw new Refusal('NOT_FOUND')
      return problem
    },
  }),
  problems: t.prismaConnection(
    {
      description: 'The public problems, in the order of their display ids unless another is asked for.',
      type: Problem,
      cursor: 'id',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string({ description: 'Part of a title or a display id.' }),
        difficulty: t.arg({ description: 'Of this difficulty.', type: DifficultyEnum }),
        bank: t.arg.string({ description: 'Of this bank.' }),
        tags: t.arg.intList({ description: 'With all tags of these numbers.' }),
        progress: t.arg({ description: 'With which the viewer is so far.', type: ProgressFilter }),
        orderBy: t.arg({ description: 'In this order.', type: ProblemOrder }),
      },
      totalCount: (_, args, ctx) => countProblems(ctx, problemListing(ctx, args)),
      resolve: async ({ skip, take, cursor, ...selection }, _, args, ctx) => {
        const slice = { skip: (skip ?? 0) + Math.max(args.offset ?? 0, 0), take, cursor }
        const ids = await problemIdsOfPage(ctx, problemListing(ctx, args, args.orderBy ?? undefined), slice)
        const rows = await ctx.db.problem.findMany({ ...selection, where: { id: { in: ids } } })
        return inOrderOf(ids, rows)
      },
    },
    { name: 'ProblemConnection' },
    { name: 'ProblemEdge' },
  ),
  randomProblem: t.prismaField({
    description: 'Some public problem; null where there is none.',
    type: Problem,
    nullable: true,
    resolve: async (query, _, __, ctx) => {
      const id = await randomProblem(ctx)
      return id === null ? null : ctx.db.problem.findUnique({ ...query, where: { id } })
    },
  }),
}))

builder.objectFields('Site', (t) => ({
  recentProblems: t.prismaField({
    type: [Problem],
    seen: 'Only ids that the reader may see are asked for.',
    description: 'Ten problems changed last.',
    resolve: async (query, _, __, ctx) => {
      const ids = await recentProblemIds(ctx)
      return inOrderOf(ids, await ctx.db.problem.findMany({ ...query, where: { id: { in: ids } } }))
    },
  }),
}))
