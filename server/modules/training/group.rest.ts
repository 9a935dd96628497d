import { pageOf, paging, requiredNumber, requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { addTrainingProblem, removeTrainingProblem } from './problems.ts'
import { addTrainingCalls, pid, tid } from './restCalls.ts'
import { restManagedTraining, restTraining } from './restShapes.ts'
import { pageOfManaged, pageOfTrainings } from './restTrainings.ts'

/** Trainings of groups. */

const gid = requiredNumber().describe('Number of the group.')

addTrainingCalls({
  paths: {
    training: '/api/group/training',
    status: '/api/group/change-training-status',
    problems: '/api/group/get-training-problem-list',
    problem: '/api/group/training-problem',
    addFromPublic: '/api/group/add-training-problem-from-public',
  },
  manager: 'login',
  remover: 'login',
  groupIdOf: ({ training }) => training.gid ?? 0,
  asksForCandidates: (queryExisted) => queryExisted === 'false',
})

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

router.delete(
  '/api/group/training-problem',
  'login',
  { summary: 'Removes a problem from a training.', query: { pid, tid } },
  async (ctx, { query }) => {
    await removeTrainingProblem(ctx, query.tid, query.pid)
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
