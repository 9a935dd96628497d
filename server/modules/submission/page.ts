import { Prisma } from '#prisma/generated/client.ts'
import { type Context, readerOf } from '../../context.ts'
import { visibleSubmissions } from '../../policy/submission.ts'
import { inOrderOf } from '../problem/problem.ts'
import { isNothing, rowsOf, type Scope, type SubmissionFilter, scopeOf } from './listing.ts'
import { countScope } from './total.ts'

/** What a page takes from its list: Prisma's own words, as the connections of the graph fill them. */
export type PageSlice = { cursor?: { id?: number }; take?: number; skip?: number }

/** Behind so many rows it is worth to know the total, because the page may be nearer to the other end. */
const FAR = 2000

/** The ids of one page, newest first; `total` answers how many rows there are in all. */
async function idsOfPage(
  ctx: Context,
  scope: Scope,
  { cursor, take = Number.MAX_SAFE_INTEGER, skip = 0 }: PageSlice,
  total: () => Promise<number>,
): Promise<number[]> {
  if (isNothing(scope)) return []
  const backward = take < 0
  const size = Math.abs(take)
  if (!backward && cursor === undefined && skip > FAR) {
    const rest = (await total()) - skip
    // From the oldest on, so that rows that come meanwhile move nothing.
    if (rest < skip)
      return fetchIds(ctx, scope, {
        upward: true,
        skip: Math.max(0, rest - size),
        size: Math.min(size, rest),
      })
  }
  // Prisma's cursor is the row before the page and counts as skipped.
  const from = cursor?.id === undefined ? {} : backward ? { above: cursor.id } : { below: cursor.id }
  return fetchIds(ctx, scope, { ...from, upward: backward, skip: skip - (cursor ? 1 : 0), size })
}

/** Each verdict and state by itself, because the indices have the order of the rows for one and not for two. */
function partsOf(scope: Scope): Scope[] {
  const { verdicts, states } = scope
  const byVerdict = verdicts ? verdicts.map((verdict) => ({ ...scope, verdicts: [verdict] })) : [scope]
  return states
    ? byVerdict.flatMap((part) => states.map((state) => ({ ...part, states: [state] })))
    : byVerdict
}

type Stretch = { above?: number; below?: number; upward: boolean; skip: number; size: number }

async function fetchIds(
  ctx: Context,
  scope: Scope,
  { above, below, upward, skip, size }: Stretch,
): Promise<number[]> {
  if (size <= 0) return []
  const bounds: Prisma.Sql[] = []
  if (above !== undefined) bounds.push(Prisma.sql`"id" > ${above}::int`)
  if (below !== undefined) bounds.push(Prisma.sql`"id" < ${below}::int`)
  const order = upward ? Prisma.sql`order by "id" asc` : Prisma.sql`order by "id" desc`
  const parts = partsOf(scope).map(
    (
      part,
    ) => Prisma.sql`(select "id" from "Submission" where ${Prisma.join([rowsOf(part), ...bounds], ' and ')}
      ${order} limit ${size}::bigint + ${skip}::bigint)`,
  )
  const rows = await ctx.db.$queryRaw<{ id: number }[]>`
    select "id" from (${Prisma.join(parts, ' union all ')}) as "row"
    ${order} limit ${size}::bigint offset ${skip}::bigint`
  const ids = rows.map(({ id }) => id)
  return upward ? ids.reverse() : ids
}

/** Those of these submissions that the viewer sees one by one, of the site and of groups; none of contests. */
export const rowsOutsideContests = <Select extends Prisma.SubmissionSelect>(
  ctx: Context,
  ids: readonly number[],
  select: Select,
) =>
  ctx.db.submission.findMany({
    where: { AND: [{ id: { in: [...ids] }, contestId: null }, visibleSubmissions(readerOf(ctx))] },
    select,
  })

type PageQuery = Pick<Prisma.SubmissionFindManyArgs, 'select' | 'include'> & PageSlice

/** One page of a list, newest first: `query` says what to select and where to start, `offset` counts on from there. */
export async function submissionPage<Query extends PageQuery>(
  ctx: Context,
  filter: SubmissionFilter,
  query: Query,
  offset: number,
): Promise<Prisma.SubmissionGetPayload<Query>[]> {
  const { take, cursor, skip = 0, ...selection } = query
  const scope = await scopeOf(ctx, filter)
  const slice = { take, cursor, skip: skip + Math.max(0, offset) }
  const ids = await idsOfPage(ctx, scope, slice, () => countScope(ctx, scope))
  if (ids.length === 0) return []
  const rows = await ctx.db.submission.findMany({ ...selection, where: { id: { in: ids } } })
  return inOrderOf(ids, rows) as Prisma.SubmissionGetPayload<Query>[]
}
