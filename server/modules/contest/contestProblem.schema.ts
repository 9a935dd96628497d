import { builder } from '../../builder.ts'
import { type Context, readerOf } from '../../context.ts'
import { DifficultyEnum, ProblemSheet, ScoringEnum, UserFile } from '../../enums.ts'
import { keepsQuiet } from '../../policy/contest.ts'
import { enter, mayEnter } from '../../venue.ts'
import { fullScoreShown } from '../bank/score.ts'
import { filesInOrder, languagesOfProblem, oiRankScoreOf, requireStatement } from '../problem/problem.ts'
import { fileIoOf } from '../testset/testsetRules.ts'
import { CONTEST, findContestProblem, problemsOf } from './contest.ts'

type Place = { contestId: number }

/**
 * Fields besides labels and numbers require access to the contest, even for readers of its public scoreboard.
 */
const inside = {
  authScopes: ({ contestId }: Place, _: object, ctx: Context) => mayEnter(ctx, CONTEST, contestId, 'look'),
}

const isQuiet = (ctx: Context, { contestId }: Place) => keepsQuiet(readerOf(ctx), contestId)

/** Whether a field that is null until the end is null for the viewer, who may know no more than the scoreboard. */
const isUntold = async (ctx: Context, place: Place) =>
  isQuiet(ctx, place) || !(await mayEnter(ctx, CONTEST, place.contestId, 'look'))

const ContestProblem = builder.prismaNode('ContestProblem', {
  id: { field: 'id' },
  description: 'A problem of a contest.',
  interfaces: [ProblemSheet],
  select: { id: true, contestId: true, problemId: true, removedAt: true },
  runScopesOnType: true,
  authScopes: ({ contestId, removedAt }, ctx) =>
    removedAt === null && mayEnter(ctx, CONTEST, contestId, 'board'),
  fields: (t) => ({
    number: t.exposeInt('problemId', { description: 'Number of the problem.' }),
    problemNumber: t.exposeInt('problemId', { description: 'The same, deprecated name.' }),
    problemId: t.globalID({
      description: 'Id of the problem, for submissions to it.',
      resolve: ({ problemId }) => ({ type: 'Problem', id: problemId }),
    }),
    displayId: t.exposeString('displayId', { description: 'Label in the contest: A, B, C.' }),
    title: t.exposeString('title', { description: 'Title in the contest.' }),
    color: t.exposeString('color', { nullable: true, description: 'Balloon colour: #rrggbb.' }),
    author: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'Author; null until the contest ends.',
      resolve: async (query, place, _, ctx) =>
        (await isUntold(ctx, place))
          ? null
          : ctx.db.problem.findUnique({ where: { id: place.problemId } }).author({ ...query }),
    }),
    difficulty: t.field({
      type: DifficultyEnum,
      nullable: true,
      description: 'Difficulty; null until the contest ends.',
      select: { problem: { select: { difficulty: true } } },
      resolve: async (row, _, ctx) => ((await isUntold(ctx, row)) ? null : row.problem.difficulty),
    }),
    scoring: t.field({
      type: ScoringEnum,
      description: 'Whether it is scored.',
      select: { problem: { select: { scoring: true } } },
      resolve: ({ problem }) => problem.scoring,
    }),
    fullScore: t.int({
      description: 'Full score.',
      select: { problem: { select: { fullScore: true, bankKey: true } } },
      resolve: ({ problem }) => fullScoreShown(problem),
    }),
    oiRankScore: t.int({
      nullable: true,
      description:
        'What a full score adds to the OI rank; null until the contest ends, because it tells the difficulty.',
      select: { problem: { select: { fullScore: true, difficulty: true, scoring: true } } },
      resolve: async (row, _, ctx) => ((await isUntold(ctx, row)) ? null : oiRankScoreOf(row.problem)),
    }),
    timeLimitMs: t.int({
      description: 'Limit for C and C++; other languages have a multiple of it.',
      select: { problem: { select: { timeMs: true } } },
      ...inside,
      resolve: ({ problem }) => problem.timeMs,
    }),
    memoryLimitMib: t.int({
      description: 'Limit for C and C++; other languages have a multiple of it.',
      select: { problem: { select: { memoryMb: true } } },
      ...inside,
      resolve: ({ problem }) => problem.memoryMb,
    }),
    fileInput: t.string({
      nullable: true,
      description: 'Input file; null: standard input.',
      select: { problem: { select: { fileIo: true } } },
      ...inside,
      resolve: ({ problem }) => fileIoOf(problem)?.input,
    }),
    fileOutput: t.string({
      nullable: true,
      description: 'Output file; null: standard output.',
      select: { problem: { select: { fileIo: true } } },
      ...inside,
      resolve: ({ problem }) => fileIoOf(problem)?.output,
    }),
    userFiles: t.field({
      type: [UserFile],
      description: 'Files available to the compiler.',
      select: { problem: { select: { userFiles: true } } },
      ...inside,
      resolve: ({ problem }) => filesInOrder(problem.userFiles),
    }),
    statement: t.prismaField({
      type: 'Statement',
      description: 'Its statement; the source is left out until the contest ends.',
      ...inside,
      resolve: async (query, place, _, ctx) => {
        const { problemId } = place
        const rows = await ctx.db.statement.findMany({ ...query, where: { problemId } })
        const statement = requireStatement(rows, ctx)
        return isQuiet(ctx, place) ? { ...statement, source: '' } : statement
      },
    }),
    samples: t.prismaField({
      type: ['Sample'],
      description: 'Examples of the statement, in order.',
      ...inside,
      resolve: (query, { problemId }, _, ctx) =>
        ctx.db.sample.findMany({ ...query, where: { problemId }, orderBy: { index: 'asc' } }),
    }),
    templates: t.prismaField({
      type: ['ProblemTemplate'],
      description: 'Template code by language.',
      ...inside,
      resolve: (query, { problemId }, _, ctx) =>
        ctx.db.problemTemplate.findMany({ ...query, where: { problemId }, orderBy: { languageKey: 'asc' } }),
    }),
    annexes: t.prismaField({
      type: ['Annex'],
      seen: 'Viewers of a contest may see the files of its problems.',
      description: 'Attachments.',
      ...inside,
      resolve: (query, { problemId }, _, ctx) =>
        ctx.db.annex.findMany({ ...query, where: { problemId }, orderBy: { name: 'asc' } }),
    }),
    tags: t.prismaField({
      type: ['Tag'],
      seen: 'Viewers of a contest may see the tags of its problems.',
      description: 'Tags; none until the contest ends.',
      ...inside,
      resolve: (query, place, _, ctx) =>
        isQuiet(ctx, place)
          ? []
          : ctx.db.tag.findMany({
              ...query,
              where: { problems: { some: { problemId: place.problemId } } },
              orderBy: { id: 'asc' },
            }),
    }),
    languages: t.prismaField({
      type: ['Language'],
      description: 'Languages it accepts now.',
      ...inside,
      resolve: (_query, { problemId }, _args, ctx) => languagesOfProblem(ctx, problemId),
    }),
  }),
})

builder.prismaObjectFields('Contest', (t) => ({
  problems: t.prismaField({
    type: [ContestProblem],
    nullable: true,
    // The field's own rule checks the same.
    skipTypeScopes: true,
    description:
      'Problems in order, for readers of the scoreboard. Limits, files, statement, samples, templates, tags and languages of one are for viewers who may enter the contest, and NOT_FOUND for others.',
    resolve: async (query, { id }, _, ctx) => problemsOf(ctx, await enter(ctx, CONTEST, id, 'board'), query),
  }),
  problem: t.prismaField({
    type: ContestProblem,
    nullable: true,
    skipTypeScopes: true,
    description: 'A problem by its label, for viewers who may enter the contest.',
    args: { displayId: t.arg.string({ required: true, description: 'Label in the contest.' }) },
    resolve: async (query, { id }, { displayId }, ctx) =>
      findContestProblem(ctx, await enter(ctx, CONTEST, id, 'look'), displayId, query),
  }),
}))
