import { z } from 'zod'
import {
  isOff,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  requiredText,
  text,
} from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { page } from '../../../doors/rest/shapes.ts'
import { createProblem } from '../../problem/authoring/editing.ts'
import { groupProblemBody, patchOfBody, testcasesOfBody } from '../../problem/authoring/restAuthoring.ts'
import { addContestProblem, findLinked, removeContestProblem } from '../contestProblems.ts'
import { pageOfContests } from '../restLists.ts'
import {
  asContestProblem,
  codesOf,
  restAdminContest,
  restContest,
  restContestProblem,
  restContestRow,
  TYPE_CODE,
} from '../restShapes.ts'
import { findGroupContest, findOwnProblem } from './groupContests.ts'
import { removeContest, updateContest } from './organising.ts'
import {
  adminContest,
  createFromBody,
  pageOfContestProblems,
  pageOfManagedContests,
  restContestProblems,
} from './restContests.ts'
import { linkBody, putLink } from './restLinks.ts'
import { contestBody, patchOfContest } from './restOrganising.ts'

/** Contests of groups: the calls of organising.rest.ts under the paths for groups. They know no contest of the site. */

const gid = requiredNumber().describe('Number of the group.')
const cid = requiredNumber().describe('Number of the contest.')
const pid = requiredNumber().describe('Number of the problem.')
const displayId = requiredText().describe('Label in the contest: A, B, C.')

router.get(
  '/api/group/get-contest-list',
  'login',
  {
    summary: 'Visible contests of a group for its members: upcoming, running, then ended.',
    query: { ...paging(10), gid },
    answer: page(restContest),
  },
  (ctx, { query }) => pageOfContests(ctx, { groupId: query.gid }, pageOf(query)),
)

router.get(
  '/api/group/get-admin-contest-list',
  'login',
  {
    summary: 'Contests of a group for its administrators; hidden ones only for their organisers.',
    query: { ...paging(10), gid },
    answer: page(restContestRow),
  },
  (ctx, { query }) => pageOfManagedContests(ctx, { groupId: query.gid }, pageOf(query)),
)

router.get(
  '/api/group/contest',
  'login',
  { summary: 'A contest with all fields, for its organisers.', query: { cid }, answer: restAdminContest },
  async (ctx, { query }) => adminContest(ctx, (await findGroupContest(ctx, query.cid)).id),
)

router.post(
  '/api/group/contest',
  'login',
  { summary: 'Creates a contest of the caller in the group that the body names.', body: contestBody },
  async (ctx, { body }) => {
    await createFromBody(ctx, body, body.gid ?? 0)
  },
)

router.put(
  '/api/group/contest',
  'login',
  {
    summary: 'Changes a contest; a new password deletes all registrations. Its type and group stay.',
    body: contestBody,
  },
  async (ctx, { body }) => {
    const { id } = await findGroupContest(ctx, body.id ?? 0)
    await updateContest(ctx, id, patchOfContest(body))
  },
)

router.delete(
  '/api/group/contest',
  'login',
  { summary: 'Deletes a contest permanently, with all its submissions.', query: { cid } },
  async (ctx, { query }) => {
    const { id } = await findGroupContest(ctx, query.cid)
    await removeContest(ctx, id)
  },
)

router.put(
  '/api/group/change-contest-visible',
  'login',
  {
    summary: 'Shows or hides a contest.',
    query: { cid, visible: requiredFlag().describe('Whether it is visible.') },
  },
  async (ctx, { query }) => {
    const { id } = await findGroupContest(ctx, query.cid)
    await updateContest(ctx, id, { visible: query.visible })
  },
)

router.get(
  '/api/group/get-contest-problem-list',
  'login',
  {
    summary: 'Problems of a contest, or, with a type, problems that can be added; for its organisers.',
    query: {
      ...paging(10),
      cid,
      keyword: text().describe('Part of a title, an author or a display id.'),
      problemType: text(codesOf(TYPE_CODE)).describe('0 ACM, 1 OI: problems that can be added.'),
      oj: text().describe('Problem bank: Mine, All, or a key.'),
    },
    answer: restContestProblems,
  },
  async (ctx, { query }) => {
    const { id } = await findGroupContest(ctx, query.cid)
    return pageOfContestProblems(ctx, id, { ...query, others: !isOff(query.problemType) }, pageOf(query))
  },
)

router.get(
  '/api/group/contest-problem',
  'login',
  { summary: 'A problem of a contest.', query: { cid, pid }, answer: restContestProblem },
  async (ctx, { query }) => {
    const { id } = await findGroupContest(ctx, query.cid)
    return asContestProblem(await findLinked(ctx, id, query.pid))
  },
)

router.post(
  '/api/group/contest-problem',
  'login',
  {
    summary:
      'Creates a hidden problem in the group that the body names; PUT contest-problem adds it to a contest.',
    body: groupProblemBody,
    answer: z.object({ pid: z.int() }),
  },
  async (ctx, { body }) => {
    const gid = body.problem.gid ?? 0
    const patch = await patchOfBody(ctx, body, null, gid)
    const testcases = await testcasesOfBody(ctx, body, null, gid)
    const { id: pid } = await createProblem(ctx, { ...patch, visibility: 'HIDDEN', testcases }, gid)
    return { pid }
  },
)

router.put(
  '/api/group/contest-problem',
  'login',
  {
    summary: 'Adds a problem to a contest, or changes its label, title or balloon colour there.',
    body: linkBody,
    answer: restContestProblem,
  },
  (ctx, { body }) => putLink(ctx, body, findGroupContest),
)

router.delete(
  '/api/group/contest-problem',
  'login',
  { summary: 'Removes a problem from a contest.', query: { pid, cid } },
  async (ctx, { query }) => {
    const { id } = await findGroupContest(ctx, query.cid)
    await removeContestProblem(ctx, id, query.pid, false)
  },
)

router.post(
  '/api/group/add-contest-problem-from-public',
  'login',
  { summary: 'Adds a public problem to a contest; it stays public.', body: { pid, cid, displayId } },
  async (ctx, { body }) => {
    const { id } = await findGroupContest(ctx, body.cid)
    await addContestProblem(ctx, id, body.pid, { displayId: body.displayId })
  },
)

router.post(
  '/api/group/add-contest-problem-from-group',
  'login',
  {
    summary: "Adds one of the group's own problems to a contest.",
    query: { problemId: requiredText().describe('Display id of the problem.'), cid, displayId },
  },
  async (ctx, { query }) => {
    const contest = await findGroupContest(ctx, query.cid)
    const problem = await findOwnProblem(ctx, contest, query.problemId)
    await addContestProblem(ctx, contest.id, problem.id, { displayId: query.displayId })
  },
)
