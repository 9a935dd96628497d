import type { Prisma } from '#prisma/generated/client.ts'
import type { ContestAccess } from '#prisma/generated/enums.ts'
import { authorize, type Context, readerOf } from '../../context.ts'
import { literally } from '../../core/literally.ts'
import { isRowNumber } from '../../core/rowNumber.ts'
import { canMakeContests, managedContests } from '../../policy/contest.ts'
import { type ContestFilter, whereStatus } from './contest.ts'

export type ManagedContestFilter = ContestFilter & {
  access?: ContestAccess | null
  visible?: boolean | null
}

/** The contests that the administration lists, the latest start first; `keyword` is part of a title, or a number. */
export function managedContestListing(ctx: Context, filter: ManagedContestFilter) {
  authorize(ctx, canMakeContests(readerOf(ctx)))
  const { keyword, type, status, access, visible } = filter
  const wanted = (keyword ?? '').trim().slice(0, 100)
  const number = Number(wanted)
  const where: Prisma.ContestWhereInput[] = [managedContests(readerOf(ctx))]
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

/** What goes with a contest when it is taken away; its problems alone stay. */
export type ContestDependents = {
  submissions: number
  registrations: number
  notices: number
  problems: number
}

/** What depends on a contest. */
export async function dependentsOfContest(ctx: Context, contestId: number): Promise<ContestDependents> {
  const where = { contestId }
  const [submissions, registrations, notices, problems] = await Promise.all([
    ctx.db.submission.count({ where }),
    ctx.db.participation.count({ where: { ...where, registeredAt: { not: null } } }),
    ctx.db.contestNotice.count({ where }),
    ctx.db.contestProblem.count({ where: { ...where, removedAt: null } }),
  ])
  return { submissions, registrations, notices, problems }
}
