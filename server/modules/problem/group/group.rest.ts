import { z } from 'zod'
import { Refusal } from '../../../core/errors.ts'
import { pageOf, paging, requiredNumber } from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { asDate, asPage, codeIn, date, page } from '../../../doors/rest/shapes.ts'
import { lastActorOf, subjectOf } from '../../audit/audit.ts'
import { asRestTag, restTag } from '../../tag/restTag.ts'
import { createProblem, updateProblem } from '../authoring/editing.ts'
import {
  asManagedProblem,
  groupProblemBody,
  patchOfBody,
  problemBody,
  restManagedProblem,
  testcasesOfBody,
} from '../authoring/restAuthoring.ts'
import { changeVisibility, removeProblem } from '../managing.ts'
import { titleOf } from '../problem.ts'
import { APPLICATION_CODE, VISIBILITY_CODE, visibilityOfCode } from '../restCodes.ts'
import { pageOfProblems } from '../restLists.ts'
import { restProblemRow } from '../restShapes.ts'
import { findManagedInGroup, groupProblemRows, tagsForGroup } from './groupProblems.ts'

/** Problems of groups; the calls of authoring.rest.ts under the paths for groups. */

const gid = requiredNumber().describe('Number of the group.')
const pid = requiredNumber().describe('Number of the problem.')

router.get(
  '/api/group/get-problem-list',
  'login',
  {
    summary: 'Problems of a group that all its members see.',
    query: { ...paging(10), gid },
    answer: page(restProblemRow),
  },
  (ctx, { query }) => pageOfProblems(ctx, { groupId: query.gid }, pageOf(query)),
)

const restRow = z
  .object({
    id: z.int(),
    problemId: z.string().describe('Display id.'),
    title: z.string(),
    author: z.string().nullable(),
    gmtCreate: date,
    modifiedUser: z.string().nullable().describe('Who changed it last.'),
    auth: codeIn(VISIBILITY_CODE).describe('1 public in the group, 2 hidden, 3 contests only.'),
    applyPublicProgress: codeIn(APPLICATION_CODE).nullable().describe('1 waiting, 2 public, 3 refused.'),
    gid: z.int(),
  })
  .meta({ id: 'GroupProblemRow', description: 'A problem in the administration of its group.' })

router.get(
  '/api/group/get-admin-problem-list',
  'login',
  {
    summary: 'All problems of a group for its administrators, newest first.',
    query: { ...paging(10), gid },
    answer: page(restRow),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const window = { skip: wanted.offset, take: wanted.limit }
    const { rows, total } = await groupProblemRows(ctx, query.gid, {}, window)
    const actors = await Promise.all(rows.map(({ id }) => lastActorOf(ctx, subjectOf('Problem', id))))
    const records = rows.map((row, at) => ({
      id: row.id,
      problemId: row.displayId,
      title: titleOf(row, ctx),
      author: row.author?.username ?? null,
      gmtCreate: asDate(row.createdAt),
      modifiedUser: actors[at] ?? null,
      auth: VISIBILITY_CODE[row.visibility],
      applyPublicProgress: row.application && APPLICATION_CODE[row.application],
      gid: query.gid,
    }))
    return asPage(records, total, wanted)
  },
)

router.get(
  '/api/group/problem',
  'login',
  {
    summary: 'All fields of a problem of a group except its tests, for its managers.',
    query: { pid },
    answer: restManagedProblem,
  },
  async (ctx, { query }) => asManagedProblem(ctx, await findManagedInGroup(ctx, query.pid)),
)

router.post(
  '/api/group/problem',
  'login',
  {
    summary:
      "Creates a problem of the caller in the group that the body names; its id begins with the group's short name.",
    body: groupProblemBody,
  },
  async (ctx, { body }) => {
    const gid = body.problem.gid ?? 0
    const patch = await patchOfBody(ctx, body, null, gid)
    await createProblem(ctx, { ...patch, testcases: await testcasesOfBody(ctx, body, null, gid) }, gid)
  },
)

router.put(
  '/api/group/problem',
  'login',
  { summary: 'Changes a problem of a group; texts in other languages stay.', body: problemBody },
  async (ctx, { body }) => {
    const before = await findManagedInGroup(ctx, body.problem.id ?? 0)
    const testcases = await testcasesOfBody(ctx, body, before)
    await updateProblem(ctx, before.id, { ...(await patchOfBody(ctx, body, before)), testcases })
  },
)

router.delete(
  '/api/group/problem',
  'login',
  { summary: 'Deletes a problem of a group; its submissions stay.', query: { pid } },
  async (ctx, { query }) => {
    await findManagedInGroup(ctx, query.pid)
    await removeProblem(ctx, query.pid)
  },
)

router.put(
  '/api/group/change-problem-auth',
  'login',
  {
    summary: 'Shows a problem to the members of its group, or hides it.',
    query: { pid, auth: requiredNumber().describe('1 public in the group, 2 hidden.') },
  },
  async (ctx, { query }) => {
    const before = await findManagedInGroup(ctx, query.pid)
    const visibility = visibilityOfCode(query.auth, before)
    if (!visibility) throw new Refusal('INVALID_INPUT', { field: 'auth' })
    await changeVisibility(ctx, before.id, visibility)
  },
)

router.get(
  '/api/group/get-all-problem-tags',
  'login',
  {
    summary: "Tags that problems of a group may have: the site's, then its own; for its administrators.",
    query: { gid },
    answer: z.array(restTag),
  },
  async (ctx, { query }) => (await tagsForGroup(ctx, query.gid)).map((tag) => asRestTag(tag, ctx)),
)
