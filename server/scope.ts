import { Prisma } from '#prisma/generated/client.ts'
import type { SubmissionScope } from './policy/submission.ts'

/** What counts (`COUNTS` of policy/venue.ts), word for word as the indices of lists have it. */
export const COUNTS_SQL = Prisma.sql`"contestId" is null and "groupId" is null`

/**
 * The rows of one contest that a scope leaves, over the columns of "Submission"; what `whereOf` says to Prisma. Null
 * where it leaves none.
 */
export function contestSql({ contests }: SubmissionScope, contestId: number): Prisma.Sql | null {
  if (!contests || contests.closed.includes(contestId)) return null
  const conditions = [Prisma.sql`"contestId" = ${contestId}::int`]
  for (const { contestId: sealed, from, own } of contests.seals) {
    if (sealed !== contestId) continue
    const open = Prisma.sql`"createdAt" < ${from}::timestamptz`
    conditions.push(own === null ? open : Prisma.sql`(${open} or "userId" = ${own})`)
  }
  return Prisma.join(conditions, ' and ')
}
