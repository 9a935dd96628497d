import { z } from 'zod'
import { optionalNumber, pageOf, paging, requiredNumber, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { asPage, page } from '../../doors/rest/shapes.ts'
import { enter, find, mayEnter } from '../../venue.ts'
import { asProblemRow, PROBLEM_ROW, restProblemRow } from '../problem/restShapes.ts'
import { trainingCategoryListing } from './category.ts'
import { trainingProblems } from './problems.ts'
import { rankPage } from './rank.ts'
import { registerForTraining } from './registration.ts'
import {
  ACCESS_WORD,
  accessOfWord,
  asTraining,
  asTrainingCategory,
  asTrainingRank,
  restTraining,
  restTrainingCategory,
  restTrainingRank,
  TRAINING_ROW,
} from './restShapes.ts'
import { pageOfTrainings } from './restTrainings.ts'
import { progressIn, TRAINING, verdictsOf } from './training.ts'

const tid = requiredNumber().describe('Number of the training.')

router.get(
  '/api/get-training-list',
  'anyone',
  {
    summary: 'Visible trainings of the site by rank, then newest.',
    query: {
      ...paging(20),
      keyword: text().describe('Part of the title.'),
      categoryId: optionalNumber().describe('Number of the category.'),
      auth: text(Object.values(ACCESS_WORD)).describe('Public or Private.'),
    },
    answer: page(restTraining),
  },
  (ctx, { query }) => {
    const { keyword, categoryId, auth } = query
    const filter = { groupId: null, keyword, categoryId: categoryId || null, access: accessOfWord(auth) }
    return pageOfTrainings(ctx, filter, pageOf(query))
  },
)

router.get(
  '/api/get-training-category',
  'anyone',
  { summary: 'Categories of trainings.', answer: z.array(restTrainingCategory) },
  async (ctx) => (await ctx.db.trainingCategory.findMany(trainingCategoryListing)).map(asTrainingCategory),
)

router.get(
  '/api/get-training-detail',
  'login',
  { summary: 'A training.', query: { tid }, answer: restTraining },
  async (ctx, { query }) => {
    const { id } = await find(ctx, TRAINING, query.tid, 'look')
    const row = await ctx.db.training.findUniqueOrThrow({ where: { id }, ...TRAINING_ROW })
    return asTraining(row, await progressIn(ctx, row))
  },
)

router.get(
  '/api/get-training-access',
  'login',
  {
    summary: 'Whether the caller may see the problems of a training.',
    query: { tid },
    answer: z.object({ access: z.boolean() }),
  },
  async (ctx, { query }) => {
    const { id } = await find(ctx, TRAINING, query.tid, 'look')
    return { access: await mayEnter(ctx, TRAINING, id, 'look') }
  },
)

router.post(
  '/api/register-training',
  'login',
  {
    summary: 'Registers the caller for a private training.',
    body: { tid, password: text().describe('Its password.') },
  },
  async (ctx, { body }) => {
    await registerForTraining(ctx, body.tid, body.password)
  },
)

router.get(
  '/api/get-training-problem-list',
  'login',
  {
    summary: 'Problems of a training that the caller may open, in order.',
    query: { tid },
    answer: z.array(restProblemRow),
  },
  async (ctx, { query }) => {
    const links = await trainingProblems(ctx, query.tid)
    const ids = links.map(({ problemId }) => problemId)
    const [rows, verdicts] = await Promise.all([
      ctx.db.problem.findMany({ where: { id: { in: ids } }, include: PROBLEM_ROW }),
      verdictsOf(ctx, ids),
    ])
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id, at) => {
      const row = byId.get(id)
      return row ? [asProblemRow(ctx, row, verdicts[at])] : []
    })
  },
)

router.get(
  '/api/get-training-rank',
  'login',
  {
    summary: 'Rank of a private training; empty for public ones.',
    query: {
      ...paging(30),
      tid,
      keyword: text().describe('Part of the username or school, for managers also of the real name.'),
    },
    answer: page(restTrainingRank),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { id } = await enter(ctx, TRAINING, query.tid, 'look')
    const window = { keyword: query.keyword, skip: wanted.offset, take: wanted.limit }
    const [{ rows, total }, links] = await Promise.all([
      rankPage(ctx, id, window),
      trainingProblems(ctx, id, { include: { problem: { select: { displayId: true } } } }),
    ])
    const displayIds = new Map(
      (links as ((typeof links)[number] & { problem: { displayId: string } })[]).map(
        ({ problemId, problem }) => [problemId, problem.displayId] as const,
      ),
    )
    return asPage(
      rows.map((row) => asTrainingRank(row, displayIds)),
      total,
      wanted,
    )
  },
)
