import { authorize, type Context, readerOf } from '../../../context.ts'
import { code, number, pageOf, paging, requiredNumber, text } from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { asPage, page } from '../../../doors/rest/shapes.ts'
import { canManageProblem } from '../../../policy/problem.ts'
import { changeVisibility, managedListing, removeProblem } from '../managing.ts'
import { countProblems, findProblemByNumber, problemIdsOfPage } from '../problem.ts'
import { VISIBILITY_CODE, visibilityOfCode } from '../restCodes.ts'
import { bankWanted } from '../restLists.ts'
import { createProblem, updateProblem } from './editing.ts'
import {
  asManagedProblem,
  patchOfBody,
  problemBody,
  restManagedProblem,
  testcasesOfBody,
} from './restAuthoring.ts'

const pid = requiredNumber().describe('Number of the problem.')

async function findManaged(ctx: Context, id: number) {
  const problem = await findProblemByNumber(ctx, id)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  return problem
}

router.get(
  '/api/admin/problem/get-problem-list',
  'problem.manage',
  {
    summary: 'The problems that the caller manages, hidden ones too, the newest first.',
    query: {
      ...paging(10),
      keyword: text().describe('Part of a title, an author or a display id.'),
      auth: number(0, { least: 0, codes: { ALL: 0, ...VISIBILITY_CODE } }).describe(
        '1 public, 2 hidden, 3 in contests alone; 0 all.',
      ),
      oj: text().describe('Problem bank: Mine, All, or a key.'),
    },
    answer: page(restManagedProblem),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const { keyword, auth, oj } = query
    const listing = await managedListing(ctx, {
      keyword,
      bank: bankWanted(oj),
      visibility: visibilityOfCode(auth, null),
    })
    const [ids, total] = await Promise.all([
      problemIdsOfPage(ctx, listing, { skip: wanted.offset, take: wanted.limit }),
      countProblems(ctx, listing),
    ])
    const rows = await ctx.db.problem.findMany({ where: { id: { in: ids } }, orderBy: { id: 'desc' } })
    const records = []
    for (const row of rows) records.push(await asManagedProblem(ctx, row))
    return asPage(records, total, wanted)
  },
)

router.get(
  '/api/admin/problem',
  { orInGroup: 'problem.manage' },
  { summary: 'Everything of a problem but its tests.', query: { pid }, answer: restManagedProblem },
  async (ctx, { query }) => asManagedProblem(ctx, await findManaged(ctx, query.pid)),
)

router.post(
  '/api/admin/problem',
  'problem.manage',
  { summary: 'Makes a problem; what is not known is passed over.', body: problemBody },
  async (ctx, { body }) => {
    const testcases = await testcasesOfBody(ctx, body, null)
    await createProblem(ctx, { ...(await patchOfBody(ctx, body, null)), testcases })
  },
)

router.put(
  '/api/admin/problem',
  { orInGroup: 'problem.manage' },
  { summary: 'Changes a problem; its words in other languages stay as they are.', body: problemBody },
  async (ctx, { body }) => {
    const before = await findManaged(ctx, body.problem.id ?? 0)
    const testcases = await testcasesOfBody(ctx, body, before)
    await updateProblem(ctx, before.id, { ...(await patchOfBody(ctx, body, before)), testcases })
  },
)

router.delete(
  '/api/admin/problem',
  { orInGroup: 'problem.manageAny' },
  { summary: 'Takes a problem away for good; what was submitted to it stays.', query: { pid } },
  async (ctx, { query }) => {
    await removeProblem(ctx, query.pid)
  },
)

router.put(
  '/api/admin/problem/change-problem-auth',
  { orInGroup: 'problem.manage' },
  {
    summary: 'Shows a problem to everybody, to nobody, or in contests alone.',
    body: {
      id: pid,
      auth: code(2, VISIBILITY_CODE).describe('1 public, 2 hidden, 3 in contests alone.'),
    },
  },
  async (ctx, { body }) => {
    const before = await findManaged(ctx, body.id)
    await changeVisibility(ctx, before.id, visibilityOfCode(body.auth, before) ?? 'HIDDEN')
  },
)
