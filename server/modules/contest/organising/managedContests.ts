import type { Prisma } from '#prisma/generated/client.ts'
import type { ContestAccess } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../../context.ts'
import { literally } from '../../../core/literally.ts'
import { together } from '../../../core/pacing/together.ts'
import { isRowNumber } from '../../../core/rowNumber.ts'
import { administeredContests } from '../../../policy/contest.ts'
import { CONTESTS, managesIn } from '../../../policy/officials.ts'
import { type ContestFilter, whereStatus } from '../contest.ts'

export type ManagedContestFilter = ContestFilter & {
  access?: ContestAccess | null
  visible?: boolean | null
}

/**
 * Contests that the administration of the site or a group lists, latest start first; `keyword` is part of a title, or
 * a number.
 */
export function managedContestListing(ctx: Context, filter: ManagedContestFilter) {
  const reader = readerOf(ctx)
  const { keyword, type, status, access, visible, groupId = null } = filter
  authorize(ctx, managesIn(reader, CONTESTS, groupId))
  const wanted = (keyword ?? '').trim().slice(0, 100)
  const number = Number(wanted)
  const where: Prisma.ContestWhereInput[] = [administeredContests(reader, groupId)]
  if (type) where.push({ type })
  if (access) where.push({ access })
  if (status) where.push(whereStatus(status, ctx.now))
  if (typeof visible === 'boolean') where.push({ visible })
  if (wanted)
    where.push({
      OR: [
        { title: { contains: literally(wanted), mode: 'insensitive' } },
        ...(isRowNumber(number) ? [{ id: number }] : []),
      ],
    })
  return {
    where: { AND: where },
    orderBy: [{ startsAt: 'desc' as const }, { id: 'desc' as const }],
  } satisfies Prisma.ContestFindManyArgs
}

/** Rows that are deleted with a contest; only its problems stay. */
export type ContestDependents = {
  submissions: number
  registrations: number
  notices: number
  problems: number
}

const NONE: ContestDependents = { submissions: 0, registrations: 0, notices: 0, problems: 0 }

/** Rows that are deleted with a contest. Calls of one tick are counted together. */
export const dependentsOfContest = (ctx: Context, contestId: number): Promise<ContestDependents> =>
  together(ctx.db, 'dependents of contests', contestId, async (ids) => {
    const rows = await ctx.db.$queryRaw<(ContestDependents & { id: number })[]>`
      select c."id",
        (select count(*)::int from "Submission" s where s."contestId" = c."id") as "submissions",
        (select count(*)::int from "Participation" p
          where p."contestId" = c."id" and p."registeredAt" is not null) as "registrations",
        (select count(*)::int from "ContestNotice" n where n."contestId" = c."id") as "notices",
        (select count(*)::int from "ContestProblem" l
          where l."contestId" = c."id" and l."removedAt" is null) as "problems"
      from unnest(${ids}::int[]) as c("id")`
    const byId = new Map(rows.map(({ id, ...counts }) => [id, counts]))
    return ids.map((id) => byId.get(id) ?? NONE)
  })
