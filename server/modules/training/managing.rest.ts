import { z } from 'zod'
import {
  number,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  requiredText,
  text,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { removeProblem } from '../problem/managing.ts'
import { restProblem } from '../problem/restShapes.ts'
import { removeTrainingCategory, saveTrainingCategory } from './category.ts'
import { addTrainingProblem, rankTrainingProblem, removeTrainingProblem } from './problems.ts'
import {
  asTrainingCategory,
  restManagedTraining,
  restTrainingAll,
  restTrainingCategory,
  restTrainingProblem,
} from './restShapes.ts'
import {
  createFromBody,
  pageOfManaged,
  pageOfProblems,
  trainingAll,
  trainingBody,
  updateFromBody,
} from './restTrainings.ts'
import { removeTraining, updateTraining } from './saving.ts'

const tid = requiredNumber().describe('Number of the training.')
const pid = requiredNumber().describe('Number of the problem.')

router.get(
  '/api/admin/training/get-training-list',
  'training.manage',
  {
    summary: 'Trainings of the site by rank, then newest; hidden ones only for their managers.',
    query: { ...paging(10), keyword: text().describe('Part of the title, the number or the rank.') },
    answer: page(restManagedTraining),
  },
  (ctx, { query }) => pageOfManaged(ctx, { groupId: null, keyword: query.keyword }, pageOf(query)),
)

router.get(
  '/api/admin/training',
  'training.manage',
  { summary: 'A training with its category, for its managers.', query: { tid }, answer: restTrainingAll },
  (ctx, { query }) => trainingAll(ctx, query.tid),
)

router.post(
  '/api/admin/training',
  'training.manage',
  { summary: 'Creates a training of the caller.', body: trainingBody },
  async (ctx, { body }) => {
    await createFromBody(ctx, body, null)
  },
)

router.put(
  '/api/admin/training',
  'training.manage',
  { summary: 'Changes a training; a new password ends all registrations.', body: trainingBody },
  async (ctx, { body }) => {
    await updateFromBody(ctx, body)
  },
)

router.delete(
  '/api/admin/training',
  'training.manageAny',
  { summary: 'Deletes a training; problems and submissions stay.', query: { tid } },
  async (ctx, { query }) => {
    await removeTraining(ctx, query.tid)
  },
)

router.put(
  '/api/admin/training/change-training-status',
  'training.manage',
  {
    summary: 'Shows or hides a training.',
    query: {
      tid,
      author: text().describe('Ignored: the session names the user.'),
      status: requiredFlag().describe('Whether it is visible.'),
    },
  },
  async (ctx, { query }) => {
    await updateTraining(ctx, query.tid, { visible: query.status })
  },
)

router.get(
  '/api/admin/training/get-problem-list',
  'training.manage',
  {
    summary: 'Problems of a training, or public problems that can be added.',
    query: {
      ...paging(10),
      tid,
      keyword: text().describe('Part of the id or title.'),
      queryExisted: text().describe('true: problems of the training; false: those that can be added.'),
    },
    answer: z.object({
      problemList: page(restProblem),
      trainingProblemMap: z.record(z.string(), restTrainingProblem).describe('By the number of the problem.'),
    }),
  },
  (ctx, { query }) => {
    const candidates = query.queryExisted === 'true' ? null : ('PUBLIC' as const)
    return pageOfProblems(ctx, query.tid, { keyword: query.keyword, candidates }, pageOf(query))
  },
)

router.put(
  '/api/admin/training/problem',
  'training.manage',
  {
    summary: 'Sets the rank of a problem in a training.',
    body: { tid, pid, rank: requiredNumber().describe('Position, lowest first.') },
  },
  async (ctx, { body }) => {
    await rankTrainingProblem(ctx, body.tid, body.pid, body.rank)
  },
)

router.delete(
  '/api/admin/training/problem',
  'training.manage',
  {
    summary: 'Removes a problem from a training, or deletes it when no training is named.',
    query: { pid, tid: number(0).describe('Number of the training; 0: none.') },
  },
  async (ctx, { query }) => {
    if (query.tid > 0) await removeTrainingProblem(ctx, query.tid, query.pid)
    else await removeProblem(ctx, query.pid)
  },
)

router.post(
  '/api/admin/training/add-problem-from-public',
  'training.manage',
  {
    summary: 'Adds a public problem to a training, at its end.',
    body: { tid, pid, displayId: text().describe('Ignored: the problem keeps its id.') },
  },
  async (ctx, { body }) => {
    await addTrainingProblem(ctx, body.tid, { id: body.pid }, 'PUBLIC')
  },
)

const category = {
  name: requiredText().describe('Name, unique.'),
  color: requiredText().describe('Colour: #rrggbb.'),
}

router.post(
  '/api/admin/training/category',
  'training.categorize',
  { summary: 'Creates a category of trainings.', body: category, answer: restTrainingCategory },
  async (ctx, { body }) => asTrainingCategory(await saveTrainingCategory(ctx, { id: null, ...body })),
)

router.put(
  '/api/admin/training/category',
  'training.categorize',
  {
    summary: 'Changes a category of trainings.',
    body: { id: requiredNumber().describe('Its number.'), ...category },
  },
  async (ctx, { body }) => {
    await saveTrainingCategory(ctx, body)
  },
)

router.delete(
  '/api/admin/training/category',
  'training.categorize',
  {
    summary: 'Deletes a category that no training has.',
    query: { cid: requiredNumber().describe('Its number.') },
  },
  async (ctx, { query }) => {
    await removeTrainingCategory(ctx, query.cid)
  },
)
