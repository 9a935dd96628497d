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
import { homeOf } from '../../policy/venue.ts'
import { fullScoreShown } from '../bank/score.ts'
import { fileIoOf } from '../testset/testsetRules.ts'
import {
  countProblems,
  filesInOrder,
  inOrderOf,
  judgeModeOf,
  languagesOfProblem,
  oiRankScoreOf,
  type ProblemFilter,
  problemAt,
  problemIdsOfPage,
  problemListing,
  randomProblem,
  recentProblemIds,
  requireStatement,
  titleOf,
} from './problem.ts'
import { type PlacedProblem, progressAtHome } from './progress.ts'
import { Annex, Sample, Statement, Template } from './statement.schema.ts'
import { acceptanceOf, EMPTY_TALLY, tallyInGroup } from './tally.ts'

const Tally = builder.prismaObject('ProblemTally', {
  description: 'Numbers of submissions of a problem by verdict.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of submissions.' }),
    accepted: t.exposeInt('accepted', { description: 'Accepted submissions.' }),
    partiallyAccepted: t.exposeInt('partiallyAccepted', { description: 'Partially correct.' }),
    wrongAnswer: t.exposeInt('wrongAnswer', { description: 'Wrong answer.' }),
    presentationError: t.exposeInt('presentationError', {
      description: 'Presentation error.',
    }),
    timeLimitExceeded: t.exposeInt('timeLimitExceeded', { description: 'Time limit exceeded.' }),
    memoryLimitExceeded: t.exposeInt('memoryLimitExceeded', {
      description: 'Memory limit exceeded.',
    }),
    outputLimitExceeded: t.exposeInt('outputLimitExceeded', { description: 'Output limit exceeded.' }),
    runtimeError: t.exposeInt('runtimeError', { description: 'Runtime error.' }),
    compileError: t.exposeInt('compileError', { description: 'Compile error.' }),
    judgeError: t.exposeInt('judgeError', { description: 'System error.' }),
    cancelled: t.exposeInt('cancelled', { description: 'Cancelled.' }),
    submissionFailed: t.exposeInt('submissionFailed', {
      description: 'Not judged by the remote judge.',
    }),
    rate: t.float({ description: 'accepted / total, 0 to 1.', resolve: (tally) => acceptanceOf(tally) }),
  }),
})

const Progress = builder.prismaObject('ProblemProgress', {
  description: 'Progress of a user in a problem.',
  fields: (t) => ({
    verdict: t.expose('verdict', { description: 'Best verdict.', type: VerdictEnum }),
    score: t.exposeInt('score', { description: 'Best score, in scored problems.', nullable: true }),
    acceptedAt: t.expose('acceptedAt', {
      description: 'Time of the first accepted submission.',
      type: 'DateTime',
      nullable: true,
    }),
  }),
})

ProblemSheet.implement({
  description: 'A problem as read and solved, in practice or in a contest.',
  fields: (t) => ({
    id: t.id({ description: 'Global id of the problem, or of the contest problem.' }),
    number: t.int({ description: 'Number of the problem.' }),
    problemId: t.id({ description: 'Id of the problem, for submissions to it.' }),
    displayId: t.string({ description: 'Label in the contest.' }),
    title: t.string({ description: 'Title in the contest.' }),
    author: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Author; null when not shown.',
      resolve: () => null,
    }),
    difficulty: t.field({ type: DifficultyEnum, nullable: true, description: 'Null when not shown.' }),
    scoring: t.field({ type: ScoringEnum, description: 'Whether it is scored.' }),
    fullScore: t.int({ description: 'Full score.' }),
    oiRankScore: t.int({
      nullable: true,
      description: 'What a full score adds to the OI rank; null when not shown.',
    }),
    timeLimitMs: t.int({ description: 'Limit for C and C++; other languages have a multiple of it.' }),
    memoryLimitMib: t.int({ description: 'Limit for C and C++; other languages have a multiple of it.' }),
    fileInput: t.string({ nullable: true, description: 'Input file; null: standard input.' }),
    fileOutput: t.string({ nullable: true, description: 'Output file; null: standard output.' }),
    userFiles: t.field({ type: [UserFile], description: 'Files available to the compiler.' }),
    statement: t.field({ type: Statement, description: 'Statement.' }),
    samples: t.field({ type: [Sample], description: 'Examples of the statement, in order.' }),
    templates: t.field({ type: [Template], description: 'Template code by language.' }),
    annexes: t.field({
      type: [Annex],
      seen: 'Viewers of a problem may see its files.',
      description: 'Attachments.',
    }),
    languages: t.prismaField({
      type: ['Language'],
      description: 'Languages it accepts now.',
      resolve: () => [],
    }),
    tally: t.field({ type: Tally, description: 'Numbers of submissions by verdict.' }),
    viewerProgress: t.field({ type: Progress, nullable: true, description: "The viewer's progress." }),
  }),
})

/** Key that batches the progress of problems. */
const keyOf = (id: number, home: number | null): string => `${id}/${home ?? ''}`

function placedOf(key: string): PlacedProblem {
  const [id, home] = key.split('/')
  return { id: Number(id), home: home ? Number(home) : null }
}

export const Problem = builder.prismaNode('Problem', {
  description: 'A problem.',
  interfaces: [ProblemSheet],
  id: { field: 'id' },
  select: { id: true, groupId: true, visibility: true },
  runScopesOnType: true,
  authScopes: (row) => ({ sees: ['problem', row.id] }),
  fields: (t) => ({
    number: t.exposeInt('id', { description: 'Its number: pid of REST calls.' }),
    problemId: t.globalID({
      description: 'Same as `number`.',
      resolve: ({ id }) => ({ type: 'Problem', id }),
    }),
    displayId: t.exposeString('displayId', { description: 'Display id, as on pages and in URLs.' }),
    groupNumber: t.int({
      nullable: true,
      description: 'Number of the group whose own problem it is; null: the site, also after approval.',
      resolve: (problem) => homeOf(problem),
    }),
    bank: t.exposeString('bank', { description: 'Key of its problem bank.' }),
    author: t.relation('author', { description: 'Author; null when not shown.', nullable: true }),
    difficulty: t.expose('difficulty', { description: 'Difficulty.', type: DifficultyEnum }),
    scoring: t.expose('scoring', { description: 'Whether it is scored.', type: ScoringEnum }),
    fullScore: t.int({
      description: 'Full score.',
      select: { fullScore: true, bankKey: true },
      resolve: fullScoreShown,
    }),
    oiRankScore: t.int({
      description: 'What a full score adds to the OI rank: round(0.1 * fullScore + 2 * difficulty).',
      select: { fullScore: true, difficulty: true, scoring: true },
      resolve: (problem) => oiRankScoreOf(problem),
    }),
    caseMode: t.expose('caseMode', {
      description: 'Which cases are judged, and how they are scored.',
      type: CaseModeEnum,
    }),
    judgeMode: t.field({
      description: 'How outputs are checked.',
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
    stackLimitMib: t.exposeInt('stackMb', { description: 'Stack limit.' }),
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
      description: "Files available when the contestant's program is compiled.",
      select: { userFiles: true },
      resolve: ({ userFiles }) => filesInOrder(userFiles),
    }),
    codeShare: t.exposeBoolean('codeShare', { description: 'Whether code sharing is allowed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    lastChange: t.field({
      type: ProblemChangeEnum,
      description: 'What the last edit changed; null: nothing visible, or the problem is not public.',
      nullable: true,
      select: { visibility: true, lastChange: true },
      resolve: ({ visibility, lastChange }) => (visibility === 'PUBLIC' ? lastChange : null),
    }),
    title: t.string({
      description: "Title, in the viewer's language if available.",
      select: { displayId: true, statements: { select: { locale: true, title: true } } },
      resolve: (problem, _, ctx) => titleOf(problem, ctx),
    }),
    statement: t.field({
      description: "Statement, in the viewer's language if available.",
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
      seen: 'Viewers of a problem may see its files.',
      description: 'Attachments.',
      query: { orderBy: { name: 'asc' } },
    }),
    tally: t.field({
      description: 'Numbers of submissions by verdict.',
      type: Tally,
      select: (_args, _ctx, nested) => ({ tally: nested(true) }),
      resolve: ({ tally, ...problem }, _, ctx) => {
        const home = homeOf(problem)
        if (home !== null) return tallyInGroup(ctx, home, problem.id)
        return tally ?? { ...EMPTY_TALLY, problemId: problem.id }
      },
    }),
    languages: t.prismaField({
      description: 'Languages it accepts now.',
      type: ['Language'],
      resolve: (_query, { id }, _, ctx) => languagesOfProblem(ctx, id),
    }),
    viewerProgress: t.loadable({
      description:
        "The viewer's progress on the site, or in the group of its own problem; null without a submission.",
      type: Progress,
      nullable: true,
      loaderOptions: { cache: false },
      load: (keys: string[], ctx) => progressAtHome(ctx, keys.map(placedOf)),
      resolve: (problem) => keyOf(problem.id, homeOf(problem)),
    }),
  }),
})

type GivenFilter = Omit<ProblemFilter, 'groupId'> & { groupNumber?: number | null }

const filterOf = ({ groupNumber, ...filter }: GivenFilter): ProblemFilter => ({
  ...filter,
  groupId: groupNumber,
})

const ProgressFilter = builder.enumType('ProgressFilter', {
  description: "The viewer's progress in a problem.",
  values: ['SOLVED', 'TRIED', 'UNTRIED'] as const,
})

const ProblemOrder = builder.enumType('ProblemOrder', {
  description: 'Order of problems.',
  values: {
    DISPLAY_ID: { description: 'By display id, with natural order of numbers.' },
    UPDATED: { description: 'Last changed first.' },
  } as const,
})

builder.queryFields((t) => ({
  problem: t.prismaField({
    description: 'A problem by its address.',
    type: Problem,
    args: {
      displayId: t.arg.string({ description: 'Display id, or number.', required: true }),
    },
    resolve: async (query, _, { displayId }, ctx) => {
      const problem = await ctx.db.problem.findFirst({ ...query, where: await problemAt(ctx, displayId) })
      if (!problem) throw new Refusal('NOT_FOUND')
      return problem
    },
  }),
  problems: t.prismaConnection(
    {
      description:
        'Public problems, or those of a group for its members; by display id unless `orderBy` is given.',
      type: Problem,
      cursor: 'id',
      args: {
        offset: t.arg.int(),
        groupNumber: t.arg.int({
          description: 'Problems of the group with this number instead of the site.',
        }),
        keyword: t.arg.string({ description: 'Part of a title or display id.' }),
        difficulty: t.arg({ description: 'Difficulty.', type: DifficultyEnum }),
        scoring: t.arg({ description: 'Scoring.', type: ScoringEnum }),
        bank: t.arg.string({ description: 'Bank.' }),
        tags: t.arg.intList({ description: 'Has all tags with these numbers.' }),
        progress: t.arg({ description: "The viewer's progress.", type: ProgressFilter }),
        orderBy: t.arg({ description: 'Order.', type: ProblemOrder }),
      },
      totalCount: async (_, args, ctx) => countProblems(ctx, await problemListing(ctx, filterOf(args))),
      resolve: async ({ skip, take, cursor, ...selection }, _, args, ctx) => {
        const slice = { skip: (skip ?? 0) + Math.max(args.offset ?? 0, 0), take, cursor }
        const listing = await problemListing(ctx, filterOf(args), args.orderBy ?? undefined)
        const ids = await problemIdsOfPage(ctx, listing, slice)
        const rows = await ctx.db.problem.findMany({ ...selection, where: { id: { in: ids } } })
        return inOrderOf(ids, rows)
      },
    },
    { name: 'ProblemConnection' },
    { name: 'ProblemEdge' },
  ),
  randomProblem: t.prismaField({
    description: 'A random public problem; null when there is none.',
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
    description: 'The ten last changed problems.',
    resolve: async (query, _, __, ctx) => {
      const ids = await recentProblemIds(ctx)
      return inOrderOf(ids, await ctx.db.problem.findMany({ ...query, where: { id: { in: ids } } }))
    },
  }),
}))
