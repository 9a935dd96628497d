import { z } from 'zod'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import {
  flag,
  number,
  pageOf,
  paging,
  requiredFlag,
  requiredNumber,
  requiredText,
  text,
} from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { asPage, page } from '../../../doors/rest/shapes.ts'
import { canManageProblem } from '../../../policy/problem.ts'
import { createProblem, updateProblem } from '../../problem/authoring/editing.ts'
import {
  asManagedProblem,
  patchOfBody,
  problemBody,
  restManagedProblem,
  testcasesOfBody,
} from '../../problem/authoring/restAuthoring.ts'
import { managedListing, removeProblem } from '../../problem/managing.ts'
import { countProblems, findProblemByNumber, problemIdsOfPage } from '../../problem/problem.ts'
import {
  addContestProblem,
  changeContestProblem,
  findLinked,
  removeContestProblem,
} from '../contestProblems.ts'
import {
  asAdminContest,
  asContestProblem,
  asContestRow,
  codesOf,
  restAdminContest,
  restContestProblem,
  restContestRow,
  TYPE_CODE,
  WITH_OWNER,
} from '../restShapes.ts'
import { managedContestListing } from './managedContests.ts'
import {
  cloneContest,
  createContest,
  findManagedContest,
  removeContest,
  updateContest,
} from './organising.ts'
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
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const listing = managedContestListing(ctx, { keyword: query.keyword })
    const [rows, total] = await Promise.all([
      ctx.db.contest.findMany({ ...listing, skip: wanted.offset, take: wanted.limit, ...WITH_OWNER }),
      ctx.db.contest.count({ where: listing.where }),
    ])
    return asPage(
      rows.map((row) => asContestRow(row, ctx.now)),
      total,
      wanted,
    )
  },
)

router.get(
  '/api/admin/contest',
  { orInGroup: 'contest.manage' },
  { summary: 'A contest with all fields.', query: { cid }, answer: restAdminContest },
  async (ctx, { query }) => {
    const { id } = await findManagedContest(ctx, query.cid)
    const row = await ctx.db.contest.findUniqueOrThrow({ where: { id }, ...WITH_OWNER })
    return asAdminContest(row, ctx.now)
  },
)

router.post(
  '/api/admin/contest',
  'contest.manage',
  { summary: 'Creates a contest of the caller; unknown fields are ignored.', body: contestBody },
  async (ctx, { body }) => {
    const { type, title, startsAt, endsAt, ...others } = patchOfContest(body)
    if (!type) throw new Refusal('INVALID_INPUT', { field: 'type' })
    if (!title) throw new Refusal('INVALID_INPUT', { field: 'title' })
    if (!startsAt) throw new Refusal('INVALID_INPUT', { field: 'startTime' })
    if (!endsAt) throw new Refusal('INVALID_INPUT', { field: 'endTime' })
    await createContest(ctx, { ...others, type, title, startsAt, endsAt })
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
    summary: 'Problems of a contest, or, with a keyword, problems that can be added.',
    query: {
      ...paging(10),
      cid,
      keyword: text().describe('Part of a title, an author or a display id.'),
      problemType: text(codesOf(TYPE_CODE)).describe('0 ACM, 1 OI.'),
      oj: text().describe('Mine, a bank of problems, or All.'),
      queryExisted: text().describe('false: problems that are not in the contest.'),
    },
    answer: z.object({
      problemList: page(restManagedProblem),
      contestProblemMap: z.record(z.string(), restContestProblem).describe('By the number of the problem.'),
    }),
  },
  async (ctx, { query }) => {
    const contest = await findManagedContest(ctx, query.cid)
    const wanted = pageOf(query)
    const links = await ctx.db.contestProblem.findMany({ where: { contestId: contest.id, removedAt: null } })
    const has = links.map(({ problemId }) => problemId)
    const others = query.queryExisted === 'false' || query.oj !== '' || query.problemType !== ''
    const listing = others
      ? await managedListing(
          ctx,
          {
            keyword: query.keyword,
            mine: query.oj === 'Mine',
            scoring: contest.type,
            bank: ['', 'All', 'Mine'].includes(query.oj) ? null : query.oj,
          },
          contest.groupId,
        )
      : null
    const where = {
      AND: [
        listing?.where ?? {},
        { id: others ? { notIn: has } : { in: has } },
        others || !query.keyword ? {} : { keywords: { contains: query.keyword.toLowerCase() } },
      ],
    }
    const [ids, total] = await Promise.all([
      problemIdsOfPage(
        ctx,
        { where, orderBy: [{ id: 'desc' }] },
        { skip: wanted.offset, take: wanted.limit },
      ),
      countProblems(ctx, { where }),
    ])
    const rows = await ctx.db.problem.findMany({ where: { id: { in: ids } }, orderBy: { id: 'desc' } })
    const records = []
    for (const row of rows) records.push(await asManagedProblem(ctx, row))
    return {
      problemList: asPage(records, total, wanted),
      contestProblemMap: Object.fromEntries(links.map((link) => [link.problemId, asContestProblem(link)])),
    }
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
    summary: 'Adds a problem to a contest, or changes its label or title there.',
    body: {
      id: number(0).describe('Number of the row; 0: a new one.'),
      cid,
      pid,
      displayId: requiredText().describe('Label in the contest: A, B, C.'),
      displayTitle: requiredText().describe('Title in the contest.'),
      color: text().describe('Balloon colour.'),
    },
    answer: restContestProblem,
  },
  async (ctx, { body }) => {
    const words = { displayId: body.displayId, title: body.displayTitle, color: body.color || null }
    const known = await ctx.db.contestProblem.findFirst({
      where: { contestId: body.cid, problemId: body.pid, removedAt: null },
    })
    const row = known
      ? await changeContestProblem(ctx, body.cid, body.pid, words)
      : await addContestProblem(ctx, body.cid, body.pid, words)
    return asContestProblem(row)
  },
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
