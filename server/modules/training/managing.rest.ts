import { number, pageOf, paging, requiredNumber, requiredText, text } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { page } from '../../doors/rest/shapes.ts'
import { removeProblem } from '../problem/managing.ts'
import { removeTrainingCategory, saveTrainingCategory } from './category.ts'
import { removeTrainingProblem } from './problems.ts'
import { addTrainingCalls, pid } from './restCalls.ts'
import { asTrainingCategory, restManagedTraining, restTrainingCategory } from './restShapes.ts'
import { pageOfManaged } from './restTrainings.ts'

/** Trainings of the site and their categories, for the administration. */

addTrainingCalls({
  paths: {
    training: '/api/admin/training',
    status: '/api/admin/training/change-training-status',
    problems: '/api/admin/training/get-problem-list',
    problem: '/api/admin/training/problem',
    addFromPublic: '/api/admin/training/add-problem-from-public',
  },
  manager: 'training.manage',
  remover: 'training.manageAny',
  groupIdOf: () => null,
  asksForCandidates: (queryExisted) => queryExisted !== 'true',
})

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

/** What the colour picker of the reference system's client shows when it is cleared. */
const STANDARD_COLOR = '#409eff'

const category = {
  name: requiredText().describe('Name, unique.'),
  color: text().describe('Colour: #rrggbb; empty: as it is, or the standard one.'),
}

router.post(
  '/api/admin/training/category',
  'training.categorize',
  { summary: 'Creates a category of trainings.', body: category, answer: restTrainingCategory },
  async (ctx, { body }) =>
    asTrainingCategory(
      await saveTrainingCategory(ctx, { id: null, name: body.name, color: body.color || STANDARD_COLOR }),
    ),
)

router.put(
  '/api/admin/training/category',
  'training.categorize',
  {
    summary: 'Changes a category of trainings.',
    body: { id: requiredNumber().describe('Its number.'), ...category },
  },
  async (ctx, { body }) => {
    const { color, ...others } = body
    await saveTrainingCategory(ctx, { ...others, ...(color && { color }) })
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
