import { requiredNumber, requiredText } from '../../doors/rest/coercers.ts'
import { router } from '../../doors/rest/router.ts'
import { importBankProblem, importIntoContest, importIntoTraining } from './importing.ts'

const name = requiredText().describe('Key of the bank: HDU, POJ, CF, GYM, AC, SPOJ, LIBRE.')
const problemId = requiredText().describe('Id of the problem there.')

router.get(
  '/api/admin/problem/import-remote-oj-problem',
  'problem.manage',
  { summary: 'Imports a problem of another judge.', query: { name, problemId } },
  async (ctx, { query }) => {
    await importBankProblem(ctx, query.name, query.problemId)
  },
)

router.get(
  '/api/admin/training/import-remote-oj-problem',
  'training.manage',
  {
    summary: 'Links a problem of another judge to a training, imported first when it is not here.',
    query: { name, problemId, tid: requiredNumber().describe('Number of the training.') },
  },
  async (ctx, { query: { name, problemId, tid } }) => {
    await importIntoTraining(ctx, { bank: name, id: problemId, trainingId: tid })
  },
)

router.get(
  '/api/admin/contest/import-remote-oj-problem',
  'contest.manage',
  {
    summary: 'Links a problem of another judge to a contest, imported first when it is not here.',
    query: {
      name,
      problemId,
      cid: requiredNumber().describe('Number of the contest.'),
      displayId: requiredText().describe('Label in the contest.'),
    },
  },
  async (ctx, { query: { name, problemId, cid, displayId } }) => {
    await importIntoContest(ctx, { bank: name, id: problemId, contestId: cid, displayId })
  },
)
