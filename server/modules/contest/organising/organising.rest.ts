import { z } from 'zod'
import { authorize, type Context, readerOf } from '../../../context.ts'
import {
  flag,
  isOff,
  number,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  requiredText,
  text,
} from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { page } from '../../../doors/rest/shapes.ts'
import { canManageProblem } from '../../../policy/problem.ts'
import { createProblem, updateProblem } from '../../problem/authoring/editing.ts'
import {
  asManagedProblem,
  patchOfBody,
  problemBody,
  restManagedProblem,
  testcasesOfBody,
} from '../../problem/authoring/restAuthoring.ts'
import { removeProblem } from '../../problem/managing.ts'
import { findProblemByNumber } from '../../problem/problem.ts'
import { addContestProblem, findLinked, removeContestProblem } from '../contestProblems.ts'
import {
  asContestProblem,
  codesOf,
  restAdminContest,
  restContestProblem,
  restContestRow,
  TYPE_CODE,
} from '../restShapes.ts'
import { cloneContest, findManagedContest, removeContest, updateContest } from './organising.ts'
import {
  adminContest,
  createFromBody,
  pageOfContestProblems,
  pageOfManagedContests,
  restContestProblems,
} from './restContests.ts'
import { linkBody, putLink } from './restLinks.ts'
import { contestBody, patchOfContest } from './restOrganising.ts'

const cid = requiredNumber().describe('Number of the contest.')
const pid = requiredNumber().describe('Number of the problem.')

router.get(
  '/api/admin/contest/get-contest-list',
  'contest.manage',
  {
    summary: 'Contests that the caller manages, latest start first.',
    query: { ...paging(10), keyword: text().describe('Part of the title, or the number.') },
    answer: page(restContestRow),
  },
  (ctx, { query }) => pageOfManagedContests(ctx, { keyword: query.keyword }, pageOf(query)),
)

router.get(
  '/api/admin/contest',
  { orInGroup: 'contest.manage' },
  { summary: 'A contest with all fields.', query: { cid }, answer: restAdminContest },
  (ctx, { query }) => adminContest(ctx, query.cid),
)

router.post(
  '/api/admin/contest',
  'contest.manage',
  { summary: 'Creates a contest of the caller; unknown fields are ignored.', body: contestBody },
  async (ctx, { body }) => {
    await createFromBody(ctx, body, null)
  },
)

router.put(
  '/api/admin/contest',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Changes a contest; a new password deletes all registrations. Its type stays.',
    body: contestBody,
  },
  async (ctx, { body }) => {
    await updateContest(ctx, body.id ?? 0, patchOfContest(body))
  },
)

router.delete(
  '/api/admin/contest',
  { orInGroup: 'contest.manageAny' },
  { summary: 'Deletes a contest permanently, with all its submissions.', query: { cid } },
  async (ctx, { query }) => {
    await removeContest(ctx, query.cid)
  },
)

router.put(
  '/api/admin/contest/change-contest-visible',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Shows or hides a contest.',
    query: {
      cid,
      uid: text().describe('Ignored: the session names the user.'),
      visible: requiredFlag().describe('Whether it is visible.'),
    },
  },
  async (ctx, { query }) => {
    await updateContest(ctx, query.cid, { visible: query.visible })
  },
)

router.get(
  '/api/admin/contest/clone',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Clones a contest with its problems; the clone is hidden and owned by the caller.',
    query: { cid },
  },
  async (ctx, { query }) => {
    await cloneContest(ctx, query.cid)
  },
)

router.get(
  '/api/admin/contest/get-problem-list',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Problems of a contest, or, with a type, problems that can be added.',
    query: {
      ...paging(10),
      cid,
      keyword: text().describe('Part of a title, an author or a display id.'),
      problemType: text(codesOf(TYPE_CODE)).describe('0 ACM, 1 OI.'),
      oj: text().describe('Problem bank: Mine, All, or a key.'),
      queryExisted: text().describe('false: problems that are not in the contest.'),
    },
    answer: restContestProblems,
  },
  (ctx, { query }) => {
    const others = query.queryExisted === 'false' || !isOff(query.problemType)
    return pageOfContestProblems(ctx, query.cid, { ...query, others }, pageOf(query))
  },
)

async function findManagedProblem(ctx: Context, id: number) {
  const problem = await findProblemByNumber(ctx, id)
  authorize(ctx, canManageProblem(readerOf(ctx), problem))
  return problem
}

router.get(
  '/api/admin/contest/problem',
  { orInGroup: 'contest.manage' },
  { summary: 'A problem with all fields but its tests.', query: { pid }, answer: restManagedProblem },
  async (ctx, { query }) => asManagedProblem(ctx, await findManagedProblem(ctx, query.pid)),
)

router.post(
  '/api/admin/contest/problem',
  'contest.manage',
  {
    summary: 'Creates a problem for a contest; PUT contest-problem adds it.',
    body: problemBody,
    answer: z.object({ pid: z.int() }),
  },
  async (ctx, { body }) => {
    const testcases = await testcasesOfBody(ctx, body, null)
    const patch = await patchOfBody(ctx, body, null)
    const problem = await createProblem(ctx, { ...patch, visibility: 'CONTEST_ONLY', testcases })
    return { pid: problem.id }
  },
)

router.put(
  '/api/admin/contest/problem',
  { orInGroup: 'contest.manage' },
  { summary: 'Changes a problem of a contest.', body: problemBody },
  async (ctx, { body }) => {
    const before = await findManagedProblem(ctx, body.problem.id ?? 0)
    const testcases = await testcasesOfBody(ctx, body, before)
    await updateProblem(ctx, before.id, { ...(await patchOfBody(ctx, body, before)), testcases })
  },
)

router.delete(
  '/api/admin/contest/problem',
  { orInGroup: 'problem.manageAny' },
  {
    summary: 'Removes a problem from a contest, or deletes it when no contest is named.',
    query: {
      pid,
      cid: number(0).describe('Number of the contest; 0: none.'),
      publish: flag().describe('Whether to publish a problem removed from a contest.'),
    },
  },
  async (ctx, { query }) => {
    if (query.cid > 0) await removeContestProblem(ctx, query.cid, query.pid, query.publish)
    else await removeProblem(ctx, query.pid)
  },
)

router.get(
  '/api/admin/contest/contest-problem',
  { orInGroup: 'contest.manage' },
  { summary: 'A problem of a contest.', query: { cid, pid }, answer: restContestProblem },
  async (ctx, { query }) => {
    await findManagedContest(ctx, query.cid)
    return asContestProblem(await findLinked(ctx, query.cid, query.pid))
  },
)

router.put(
  '/api/admin/contest/contest-problem',
  { orInGroup: 'contest.manage' },
  {
    summary: 'Adds a problem to a contest, or changes its label, title or balloon colour there.',
    body: linkBody,
    answer: restContestProblem,
  },
  (ctx, { body }) => putLink(ctx, body),
)

router.post(
  '/api/admin/contest/add-problem-from-public',
  { orInGroup: 'contest.manage' },
  {
    summary:
      'Adds a public problem to a contest. It leaves the public list when the caller may publish problems.',
    body: { cid, pid, displayId: requiredText().describe('Label in the contest: A, B, C.') },
  },
  async (ctx, { body }) => {
    await addContestProblem(ctx, body.cid, body.pid, { displayId: body.displayId })
  },
)
