import { asLocale, DEFAULT_LOCALE } from '#locales/i18n.ts'
import { type Formula, formulasOf } from '#server/shared/markdown/tree.ts'
import { builder } from '../../builder.ts'
import { Refusal } from '../../core/errors.ts'
import {
  CaseModeEnum,
  DifficultyEnum,
  JudgeModeEnum,
  LocaleEnum,
  ProblemChangeEnum,
  ProblemSheet,
  ScoringEnum,
  UserFile,
  VerdictEnum,
} from '../../enums.ts'
import { annexUrl } from './annex.ts'
import {
  countProblems,
  fileIoOf,
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
import { acceptanceOf, EMPTY_TALLY } from './tally.ts'

const FormulaObject = builder.objectRef<Formula>('Formula').implement({
  description: 'A formula as it is shown.',
  fields: (t) => ({
    source: t.string({
      description: 'TeX, with single spaces for white space.',
      resolve: ({ source }) => source.replace(/\s+/g, ' ').trim(),
    }),
    display: t.exposeBoolean('display', { description: 'Whether it stands in lines of its own.' }),
    html: t.exposeString('html', { description: 'What KaTeX makes of it.' }),
  }),
})

const Statement = builder.prismaObject('Statement', {
  description: 'The words of a problem in one language.',
  select: { locale: true },
  fields: (t) => ({
    locale: t.field({
      type: LocaleEnum,
      description: 'Language they are in.',
      resolve: ({ locale }) => asLocale(locale) ?? DEFAULT_LOCALE,
    }),
    title: t.exposeString('title', { description: 'Its title.' }),
    description: t.exposeString('description', { description: 'Markdown.' }),
    input: t.exposeString('input', { description: 'Markdown on what programs read.' }),
    output: t.exposeString('output', { description: 'Markdown on what programs write.' }),
    hint: t.exposeString('hint', { description: 'Markdown.' }),
    source: t.exposeString('source', { description: 'Where the problem comes from.' }),
    descriptionTree: t.field({
      type: 'MarkdownTree',
      description: '`description` as it is drawn.',
      select: { description: true },
      resolve: ({ description }, _, ctx) => ctx.house.markdown.treeOf(description),
    }),
    inputTree: t.field({
      type: 'MarkdownTree',
      description: '`input` as it is drawn.',
      select: { input: true },
      resolve: ({ input }, _, ctx) => ctx.house.markdown.treeOf(input),
    }),
    outputTree: t.field({
      type: 'MarkdownTree',
      description: '`output` as it is drawn.',
      select: { output: true },
      resolve: ({ output }, _, ctx) => ctx.house.markdown.treeOf(output),
    }),
    hintTree: t.field({
      type: 'MarkdownTree',
      description: '`hint` as it is drawn.',
      select: { hint: true },
      resolve: ({ hint }, _, ctx) => ctx.house.markdown.treeOf(hint),
    }),
    sourceTree: t.field({
      type: 'MarkdownTree',
      description: '`source` as it is drawn.',
      select: { source: true },
      resolve: ({ source }, _, ctx) => ctx.house.markdown.treeOf(source),
    }),
    formulas: t.field({
      type: [FormulaObject],
      description: 'Formulas of the texts as KaTeX sets them; there may be further ones.',
      deprecationReason: 'The trees have the HTML of their formulas.',
      complexity: { field: 10, multiplier: 1 },
      select: { description: true, input: true, output: true, hint: true, source: true },
      resolve: async ({ description, input, output, hint, source }, _, ctx) => {
        const texts = [description, input, output, hint, source]
        return formulasOf((await Promise.all(texts.map(ctx.house.markdown.treeOf))).flat())
      },
    }),
  }),
})

const Sample = builder.prismaObject('Sample', {
  description: 'An example of a statement.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Its place among them.' }),
    input: t.exposeString('input', { description: 'What a program reads.' }),
    output: t.exposeString('output', { description: 'What it should write.' }),
  }),
})

const Template = builder.prismaObject('ProblemTemplate', {
  description: 'Code that submissions begin with.',
  fields: (t) => ({
    languageKey: t.exposeString('languageKey', { description: 'Key of the language.' }),
    code: t.exposeString('code', { description: 'The code.' }),
  }),
})

const Annex = builder.prismaNode('Annex', {
  description: 'A file that comes with a problem.',
  id: { field: 'id' },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['annex', row.id] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name under which it is saved.' }),
    sizeBytes: t.exposeInt('size', { description: 'How long it is.' }),
    url: t.string({ description: 'Where it is fetched on this site.', resolve: (annex) => annexUrl(annex) }),
  }),
})

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
    problemId: t.id({ description: 'Of the problem, for sending code to it.' }),
    displayId: t.string({ description: 'What it is called there.' }),
    title: t.string({ description: 'Its title there.' }),
    author: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Who made it; null when nobody says so.',
      resolve: () => null,
    }),
    difficulty: t.field({ type: DifficultyEnum, nullable: true, description: 'Null where it is not said.' }),
    scoring: t.field({ type: ScoringEnum, description: 'Whether it has scores.' }),
    fullScore: t.int({ description: 'Score of a program that solves all of it.' }),
    oiRankScore: t.int({
      nullable: true,
      description: 'What a full score adds to the OI rank; null where it is not said.',
    }),
    timeLimitMs: t.int({ description: 'For C and C++; other languages have a multiple of it.' }),
    memoryLimitMib: t.int({ description: 'For C and C++; other languages have a multiple of it.' }),
    fileInput: t.string({ nullable: true, description: 'File that programs read; null: standard input.' }),
    fileOutput: t.string({ nullable: true, description: 'File that programs write; null: standard output.' }),
    userFiles: t.field({ type: [UserFile], description: 'Files given to the compilation.' }),
    statement: t.field({ type: Statement, description: 'Its words.' }),
    samples: t.field({ type: [Sample], description: 'Examples of its statement, in their order.' }),
    templates: t.field({ type: [Template], description: 'Code that submissions begin with, by language.' }),
    annexes: t.field({
      type: [Annex],
      seen: 'Whoever may see a problem may see its files.',
      description: 'Files that come with it.',
    }),
    languages: t.prismaField({
      type: ['Language'],
      description: 'Languages that it can be submitted in now.',
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
    scoring: t.expose('scoring', { description: 'Whether it has scores.', type: ScoringEnum }),
    fullScore: t.exposeInt('fullScore', { description: 'Score of a program that solves all of it.' }),
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
      description: 'For C and C++; other languages have a multiple of it.',
    }),
    memoryLimitMib: t.exposeInt('memoryMb', {
      description: 'For C and C++; other languages have a multiple of it.',
    }),
    stackLimitMib: t.exposeInt('stackMb', { description: 'Stack that a program may use.' }),
    fileInput: t.string({
      description: 'File that programs read; null: standard input.',
      nullable: true,
      select: { fileIo: true },
      resolve: (problem) => fileIoOf(problem)?.input,
    }),
    fileOutput: t.string({
      description: 'File that programs write; null: standard output.',
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
      description: 'Examples of its statement, in their order.',
      query: { orderBy: { index: 'asc' } },
    }),
    templates: t.relation('templates', {
      description: 'Code that submissions begin with, by language.',
      query: { orderBy: { languageKey: 'asc' } },
    }),
    annexes: t.relation('annexes', {
      seen: 'Whoever may see a problem may see its files.',
      description: 'Files that come with it.',
      query: { orderBy: { name: 'asc' } },
    }),
    tally: t.field({
      description: 'Its submissions by verdict.',
      type: Tally,
      select: (_args, _ctx, nested) => ({ tally: nested(true) }),
      resolve: ({ id, tally }) => tally ?? { ...EMPTY_TALLY, problemId: id },
    }),
    languages: t.prismaField({
      description: 'Languages that it can be submitted in now.',
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
