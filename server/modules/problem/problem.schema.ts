import { builder } from '../../builder.ts'
import { Refusal } from '../../core/errors.ts'
import { type Formula, formulasOf } from '../../core/formulas.ts'
import { CaseModeEnum, DifficultyEnum, JudgeModeEnum, ScoringEnum, VerdictEnum } from '../../enums.ts'
import { annexUrl } from './annex.ts'
import {
  countProblems,
  fileIoOf,
  filesOf,
  inOrderOf,
  judgeModeOf,
  languagesOfProblem,
  oiRankScoreOf,
  problemIdsOfPage,
  problemListing,
  problemNamed,
  randomProblem,
  recentProblemIds,
  requireStatement,
  titleOf,
} from './problem.ts'
import { progressOfEach } from './progress.ts'
import { acceptanceOf, EMPTY_TALLY } from './tally.ts'

const FormulaObject = builder.objectRef<Formula>('Formula').implement({
  fields: (t) => ({
    source: t.exposeString('source', { description: 'TeX, with single spaces for white space.' }),
    display: t.exposeBoolean('display', { description: 'Whether it stands in lines of its own.' }),
    html: t.exposeString('html'),
  }),
})

const Statement = builder.prismaObject('Statement', {
  select: { locale: true },
  fields: (t) => ({
    locale: t.exposeString('locale'),
    title: t.exposeString('title'),
    description: t.exposeString('description'),
    input: t.exposeString('input'),
    output: t.exposeString('output'),
    hint: t.exposeString('hint'),
    source: t.exposeString('source'),
    formulas: t.field({
      type: [FormulaObject],
      description: 'Formulas of the texts as KaTeX sets them; there may be further ones.',
      complexity: { field: 10, multiplier: 1 },
      select: { description: true, input: true, output: true, hint: true, source: true },
      resolve: ({ description, input, output, hint, source }) =>
        formulasOf([description, input, output, hint, source].join('\n\n')),
    }),
  }),
})

builder.prismaObject('Sample', {
  fields: (t) => ({
    index: t.exposeInt('index'),
    input: t.exposeString('input'),
    output: t.exposeString('output'),
  }),
})

builder.prismaObject('ProblemTemplate', {
  fields: (t) => ({ language: t.exposeString('languageKey'), code: t.exposeString('code') }),
})

builder.prismaNode('Annex', {
  id: { field: 'id' },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['annex', row.id] }),
  fields: (t) => ({
    name: t.exposeString('name'),
    size: t.exposeInt('size'),
    url: t.string({ resolve: (annex) => annexUrl(annex) }),
  }),
})

const UserFile = builder.objectRef<{ name: string; content: string }>('UserFile').implement({
  fields: (t) => ({ name: t.exposeString('name'), content: t.exposeString('content') }),
})

const Tally = builder.prismaObject('ProblemTally', {
  fields: (t) => ({
    total: t.exposeInt('total'),
    accepted: t.exposeInt('accepted'),
    partiallyAccepted: t.exposeInt('partiallyAccepted'),
    wrongAnswer: t.exposeInt('wrongAnswer'),
    presentationError: t.exposeInt('presentationError'),
    timeLimitExceeded: t.exposeInt('timeLimitExceeded'),
    memoryLimitExceeded: t.exposeInt('memoryLimitExceeded'),
    outputLimitExceeded: t.exposeInt('outputLimitExceeded'),
    runtimeError: t.exposeInt('runtimeError'),
    compileError: t.exposeInt('compileError'),
    judgeError: t.exposeInt('judgeError'),
    cancelled: t.exposeInt('cancelled'),
    rate: t.float({ description: 'accepted / total, 0 to 1.', resolve: (tally) => acceptanceOf(tally) }),
  }),
})

const Progress = builder.prismaObject('ProblemProgress', {
  fields: (t) => ({
    verdict: t.expose('verdict', { type: VerdictEnum }),
    score: t.exposeInt('score', { nullable: true }),
    acceptedAt: t.expose('acceptedAt', { type: 'DateTime', nullable: true }),
  }),
})

const Problem = builder.prismaNode('Problem', {
  id: { field: 'id' },
  select: { id: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['problem', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'pid of the REST calls.' }),
    displayId: t.exposeString('displayId'),
    bank: t.exposeString('bank'),
    author: t.relation('author', { nullable: true }),
    difficulty: t.expose('difficulty', { type: DifficultyEnum }),
    scoring: t.expose('scoring', { type: ScoringEnum }),
    fullScore: t.exposeInt('fullScore'),
    oiRankScore: t.int({
      description: 'What a full score adds to the OI rank: round(0.1 * fullScore + 2 * difficulty).',
      select: { fullScore: true, difficulty: true, scoring: true },
      resolve: (problem) => oiRankScoreOf(problem),
    }),
    caseMode: t.expose('caseMode', { type: CaseModeEnum }),
    judgeMode: t.field({
      type: JudgeModeEnum,
      select: { checker: true, interactor: true },
      resolve: (problem) => judgeModeOf(problem),
    }),
    timeLimit: t.exposeInt('timeMs', { description: 'Milliseconds, for C and C++.' }),
    memoryLimit: t.exposeInt('memoryMb', { description: 'MiB' }),
    stackLimit: t.exposeInt('stackMb'),
    fileInput: t.string({
      nullable: true,
      select: { fileIo: true },
      resolve: (problem) => fileIoOf(problem)?.input,
    }),
    fileOutput: t.string({
      nullable: true,
      select: { fileIo: true },
      resolve: (problem) => fileIoOf(problem)?.output,
    }),
    userFiles: t.field({
      type: [UserFile],
      description: "Files given to the compilation of the contestant's program.",
      select: { userFiles: true },
      resolve: ({ userFiles }) =>
        Object.entries(filesOf(userFiles)).map(([name, content]) => ({ name, content })),
    }),
    codeShare: t.exposeBoolean('codeShare'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    title: t.string({
      select: { displayId: true, statements: { select: { locale: true, title: true } } },
      resolve: (problem, _, ctx) => titleOf(problem, ctx),
    }),
    statement: t.field({
      type: Statement,
      select: (_args, _ctx, nested) => ({ statements: nested(true) }),
      resolve: ({ statements }, _, ctx) => requireStatement(statements, ctx),
    }),
    samples: t.relation('samples', { query: { orderBy: { index: 'asc' } } }),
    templates: t.relation('templates', { query: { orderBy: { languageKey: 'asc' } } }),
    annexes: t.relation('annexes', { query: { orderBy: { name: 'asc' } } }),
    tally: t.field({
      type: Tally,
      select: (_args, _ctx, nested) => ({ tally: nested(true) }),
      resolve: ({ id, tally }) => tally ?? { ...EMPTY_TALLY, problemId: id },
    }),
    languages: t.prismaField({
      type: ['Language'],
      resolve: (_query, { id }, _, ctx) => languagesOfProblem(ctx, id),
    }),
    viewerProgress: t.loadable({
      type: Progress,
      nullable: true,
      loaderOptions: { cache: false },
      load: (ids: number[], ctx) => progressOfEach(ctx, ids),
      resolve: ({ id }) => id,
    }),
  }),
})

const ProgressFilter = builder.enumType('ProgressFilter', {
  values: ['SOLVED', 'TRIED', 'UNTRIED'] as const,
})

builder.queryFields((t) => ({
  problem: t.prismaField({
    type: Problem,
    args: { displayId: t.arg.string({ required: true }) },
    resolve: async (query, _, { displayId }, ctx) => {
      const problem = await ctx.db.problem.findFirst({ ...query, where: problemNamed(ctx, displayId) })
      if (!problem) throw new Refusal('NOT_FOUND')
      return problem
    },
  }),
  problems: t.prismaConnection(
    {
      type: Problem,
      cursor: 'id',
      args: {
        offset: t.arg.int(),
        keyword: t.arg.string(),
        difficulty: t.arg({ type: DifficultyEnum }),
        bank: t.arg.string(),
        tags: t.arg.intList(),
        progress: t.arg({ type: ProgressFilter }),
      },
      totalCount: (_, args, ctx) => countProblems(ctx, problemListing(ctx, args)),
      resolve: async ({ skip, take, cursor, ...selection }, _, args, ctx) => {
        const slice = { skip: (skip ?? 0) + Math.max(args.offset ?? 0, 0), take, cursor }
        const ids = await problemIdsOfPage(ctx, problemListing(ctx, args), slice)
        const rows = await ctx.db.problem.findMany({ ...selection, where: { id: { in: ids } } })
        return inOrderOf(ids, rows)
      },
    },
    { name: 'ProblemConnection' },
    { name: 'ProblemEdge' },
  ),
  randomProblem: t.prismaField({
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
    description: 'Ten problems changed last.',
    resolve: async (query, _, __, ctx) => {
      const ids = await recentProblemIds(ctx)
      return inOrderOf(ids, await ctx.db.problem.findMany({ ...query, where: { id: { in: ids } } }))
    },
  }),
}))
