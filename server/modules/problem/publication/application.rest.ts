import { Refusal } from '../../../core/errors.ts'
import { number, pageOf, paging, requiredFlag, requiredNumber, text } from '../../../doors/rest/coercers.ts'
import { router } from '../../../doors/rest/router.ts'
import { asPage, page } from '../../../doors/rest/shapes.ts'
import { asManagedProblem, restManagedProblem } from '../authoring/restAuthoring.ts'
import { countProblems, inOrderOf, problemIdsOfPage } from '../problem.ts'
import { APPLICATION_CODE, applicationOfCode } from '../restCodes.ts'
import { answerApplication, applicationListing, applyForSite } from './application.ts'

const pid = requiredNumber().describe('Number of the problem.')

router.put(
  '/api/group/apply-public',
  'login',
  {
    summary: 'Applies for a problem of a group to become public on the site, or cancels that.',
    query: { pid, isApplied: requiredFlag().describe('false cancels the application.') },
  },
  async (ctx, { query }) => {
    await applyForSite(ctx, query.pid, query.isApplied)
  },
)

router.get(
  '/api/admin/group-problem/list',
  'problem.publish',
  {
    summary: 'Applications of groups, waiting ones first.',
    query: {
      ...paging(10),
      keyword: text().describe('Part of a display id, title or source.'),
      gid: number(0).describe('Number of a group; 0: all.'),
    },
    answer: page(restManagedProblem),
  },
  async (ctx, { query }) => {
    const wanted = pageOf(query)
    const listing = applicationListing(ctx, { keyword: query.keyword, groupId: query.gid || null })
    const [ids, total] = await Promise.all([
      problemIdsOfPage(ctx, listing, { skip: wanted.offset, take: wanted.limit }),
      countProblems(ctx, listing),
    ])
    const rows = inOrderOf(ids, await ctx.db.problem.findMany({ where: { id: { in: ids } } }))
    const records = await Promise.all(rows.map((row) => asManagedProblem(ctx, row)))
    return asPage(records, total, wanted)
  },
)

router.put(
  '/api/admin/group-problem/change-progress',
  'problem.publish',
  {
    summary: 'Answers an application.',
    body: {
      pid,
      progress: number(0, { codes: APPLICATION_CODE }).describe('1 waiting, 2 public, 3 refused.'),
    },
  },
  async (ctx, { body }) => {
    const answer = applicationOfCode(body.progress)
    if (!answer) throw new Refusal('INVALID_INPUT', { field: 'progress' })
    await answerApplication(ctx, body.pid, answer)
  },
)
