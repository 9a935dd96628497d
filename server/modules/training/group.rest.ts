import { z } from 'zod'
import {
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  requiredText,
  text,
} from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { restProblem } from '../problem/restShapes.ts'
import { addTrainingProblem, rankTrainingProblem, removeTrainingProblem } from './problems.ts'
import { restManagedTraining, restTraining, restTrainingAll, restTrainingProblem } from './restShapes.ts'
import {
  createFromBody,
  pageOfManaged,
  pageOfProblems,
  pageOfTrainings,
  trainingAll,
  trainingBody,
  updateFromBody,
} from './restTrainings.ts'
import { removeTraining, updateTraining } from './saving.ts'

/** Trainings of groups: the calls of managing.rest.ts under the paths for groups. */

const gid = requiredNumber().describe('Number of the group.')
const tid = requiredNumber().describe('Number of the training.')
const pid = requiredNumber().describe('Number of the problem.')

router.get(
  '/api/group/get-training-list',
  'login',
  {
    summary: 'Visible trainings of a group, for its members.',
    query: { ...paging(10), gid },
    answer: page(restTraining),
  },
  (ctx, { query }) => pageOfTrainings(ctx, { groupId: query.gid }, pageOf(query)),
)

router.get(
  '/api/group/get-admin-training-list',
  'login',
  {
    summary: 'Trainings of a group for its administrators; hidden ones only for their managers.',
    query: { ...paging(10), gid },
    answer: page(restManagedTraining),
  },
  (ctx, { query }) => pageOfManaged(ctx, { groupId: query.gid, keyword: '' }, pageOf(query)),
)

router.get(
  '/api/group/training',
  'login',
  { summary: 'A training with its category, for its managers.', query: { tid }, answer: restTrainingAll },
  (ctx, { query }) => trainingAll(ctx, query.tid),
)

router.post(
  '/api/group/training',
  'login',
  { summary: 'Creates a training of the caller in the group that the body names.', body: trainingBody },
  async (ctx, { body }) => {
    await createFromBody(ctx, body, body.training.gid ?? 0)
  },
)

router.put(
  '/api/group/training',
  'login',
  { summary: 'Changes a training; a new password ends all registrations.', body: trainingBody },
  async (ctx, { body }) => {
    await updateFromBody(ctx, body)
  },
)

router.delete(
  '/api/group/training',
  'login',
  { summary: 'Deletes a training; problems and submissions stay.', query: { tid } },
  async (ctx, { query }) => {
    await removeTraining(ctx, query.tid)
  },
)

router.put(
  '/api/group/change-training-status',
  'login',
  {
    summary: 'Shows or hides a training.',
    query: { tid, status: requiredFlag().describe('Whether it is visible.') },
  },
  async (ctx, { query }) => {
    await updateTraining(ctx, query.tid, { visible: query.status })
  },
)

router.get(
  '/api/group/get-training-problem-list',
  'login',
  {
    summary: 'Problems of a training, or public problems that can be added; for its managers.',
    query: {
      ...paging(10),
      tid,
      keyword: text().describe('Part of the id or title.'),
      queryExisted: text().describe('false: public problems that can be added.'),
    },
    answer: z.object({
      problemList: page(restProblem),
      trainingProblemMap: z.record(z.string(), restTrainingProblem).describe('By the number of the problem.'),
    }),
  },
  (ctx, { query }) => {
    const candidates = query.queryExisted === 'false' ? ('PUBLIC' as const) : null
    return pageOfProblems(ctx, query.tid, { keyword: query.keyword, candidates }, pageOf(query))
  },
)

router.put(
  '/api/group/training-problem',
  'login',
  {
    summary: 'Sets the rank of a problem in a training.',
    body: { tid, pid, rank: requiredNumber().describe('Position, lowest first.') },
  },
  async (ctx, { body }) => {
    await rankTrainingProblem(ctx, body.tid, body.pid, body.rank)
  },
)

router.delete(
  '/api/group/training-problem',
  'login',
  { summary: 'Removes a problem from a training.', query: { pid, tid } },
  async (ctx, { query }) => {
    await removeTrainingProblem(ctx, query.tid, query.pid)
  },
)

router.post(
  '/api/group/add-training-problem-from-public',
  'login',
  {
    summary: 'Adds a public problem to a training, at its end.',
    body: { tid, pid, displayId: text().describe('Ignored: the problem keeps its id.') },
  },
  async (ctx, { body }) => {
    await addTrainingProblem(ctx, body.tid, { id: body.pid }, 'PUBLIC')
  },
)

router.post(
  '/api/group/add-training-problem-from-group',
  'login',
  {
    summary: "Adds one of the group's own problems to a training, at its end.",
    query: { tid, problemId: requiredText().describe('Display id of the problem.') },
  },
  async (ctx, { query }) => {
    const key = { displayId: query.problemId.trim().toUpperCase() }
    await addTrainingProblem(ctx, query.tid, key, 'GROUP')
  },
)
