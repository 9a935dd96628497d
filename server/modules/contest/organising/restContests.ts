import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { Refusal } from '../../../core/errors.ts'
import { literally } from '../../../core/literally.ts'
import type { pageOf } from '../../../doors/rest/coercers.ts'
import { asPage, page } from '../../../doors/rest/shapes.ts'
import { asManagedProblem, restManagedProblem } from '../../problem/authoring/restAuthoring.ts'
import { managedListing } from '../../problem/managing.ts'
import { countProblems, inOrderOf, problemIdsOfPage } from '../../problem/problem.ts'
import { bankWanted } from '../../problem/restLists.ts'
import {
  asAdminContest,
  asContestProblem,
  asContestRow,
  restContestProblem,
  WITH_OWNER,
} from '../restShapes.ts'
import { type ManagedContestFilter, managedContestListing } from './managedContests.ts'
import { createContest, findManagedContest } from './organising.ts'
import { type ContestBody, patchOfContest } from './restOrganising.ts'

/** Calls of organisers that are the same for contests of the site and of groups. */

type Page = ReturnType<typeof pageOf>

/** A page of the contests that the administration lists. */
export async function pageOfManagedContests(ctx: Context, filter: ManagedContestFilter, wanted: Page) {
  const listing = managedContestListing(ctx, filter)
  const [rows, total] = await Promise.all([
    ctx.db.contest.findMany({ ...listing, skip: wanted.offset, take: wanted.limit, ...WITH_OWNER }),
    ctx.db.contest.count({ where: listing.where }),
  ])
  return asPage(
    rows.map((row) => asContestRow(row, ctx.now)),
    total,
    wanted,
  )
}

/** A contest with all fields, for its organisers. */
export async function adminContest(ctx: Context, cid: number) {
  const { id } = await findManagedContest(ctx, cid)
  const row = await ctx.db.contest.findUniqueOrThrow({ where: { id }, ...WITH_OWNER })
  return asAdminContest(row, ctx.now)
}

/** Creates a contest from a body, on the site (null) or in a group. */
export async function createFromBody(ctx: Context, body: ContestBody, groupId: number | null) {
  const { type, title, startsAt, endsAt, ...others } = patchOfContest(body)
  if (!title?.trim()) throw lacking('title')
  if (!startsAt) throw lacking('startsAt')
  if (!endsAt) throw lacking('endsAt')
  if (!type) throw lacking('type')
  return createContest(ctx, { ...others, type, title, startsAt, endsAt }, { groupId })
}

const lacking = (field: string) => new Refusal('INVALID_INPUT', { fields: { [field]: { code: 'REQUIRED' } } })

/** Answer of the calls that list problems of a contest. */
export const restContestProblems = z.object({
  problemList: page(restManagedProblem),
  contestProblemMap: z.record(z.string(), restContestProblem).describe('By the number of the problem.'),
})

type Asked = {
  keyword: string
  /** A bank of problems, `Mine` or `All`. */
  oj: string
  /** Problems that can be added, instead of those of the contest. */
  others: boolean
}

/** A page of the problems of a contest, in their order there, or of those that can be added to it. */
export async function pageOfContestProblems(ctx: Context, cid: number, asked: Asked, wanted: Page) {
  const { keyword, oj, others } = asked
  const contest = await findManagedContest(ctx, cid)
  const links = await ctx.db.contestProblem.findMany({
    where: { contestId: contest.id, removedAt: null },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
  const has = links.map(({ problemId }) => problemId)
  const bank = bankWanted(oj)
  const listing = others
    ? await managedListing(ctx, { keyword, scoring: contest.type, bank, choosable: true }, contest.groupId)
    : null
  const where = {
    AND: [
      listing?.where ?? {},
      { id: others ? { notIn: has } : { in: has } },
      bank === null ? {} : { bank },
      others || !keyword ? {} : { keywords: { contains: literally(keyword.toLowerCase()) } },
    ],
  }
  const { offset: skip, limit: take } = wanted
  const orderBy = [{ id: 'desc' as const }]
  const [ids, total] = await Promise.all([
    problemIdsOfPage(ctx, { where, orderBy }, others ? { skip, take } : {}),
    countProblems(ctx, { where }),
  ])
  const shown = others ? ids : has.filter((id) => ids.includes(id)).slice(skip, skip + take)
  const rows = inOrderOf(shown, await ctx.db.problem.findMany({ where: { id: { in: shown } } }))
  const records = []
  for (const row of rows) records.push(await asManagedProblem(ctx, row))
  return {
    problemList: asPage(records, total, wanted),
    contestProblemMap: Object.fromEntries(links.map((link) => [link.problemId, asContestProblem(link)])),
  }
}
