import { Prisma } from '#prisma/generated/client.ts'
import type { SubmissionScope } from './policy/submission.ts'

/** What counts (`COUNTS` of policy/venue.ts), word for word as the indices of lists have it. */
export const COUNTS_SQL = Prisma.sql`"contestId" is null and "groupId" is null`

/** What counts in a group: what was sent to its own problems outside contests, word for word as its indices have it. */
export const countsInGroupSql = (groupId: number): Prisma.Sql =>
  Prisma.sql`"contestId" is null and "groupId" = ${groupId}::int`

/**
 * The rows of one group outside its contests that a scope leaves, over the columns of "Submission"; what `whereOf` says
 * to Prisma. Null where it leaves none.
 */
export function groupSql({ groups }: SubmissionScope, groupId: number): Prisma.Sql | null {
  const rows = countsInGroupSql(groupId)
  if (groups.whole === 'ALL' || groups.whole.includes(groupId)) return rows
  if (!groups.shared.includes(groupId)) return null
  return Prisma.sql`${rows} and "problemId" <> all(array(select p."id" from "Problem" p
    where p."groupId" = ${groupId}::int and p."visibility" not in ('GROUP', 'PUBLIC')))`
}

/** The group whose own the problem `p` is (`homeOf` of policy/venue.ts). */
const GROUP_OF_PROBLEM = Prisma.sql`case when p."visibility" <> 'PUBLIC' then p."groupId" end`

/** The group that a submission to the problem `p` belongs to: its contest's, else its problem's. */
export const groupOfTargetSql = (contestId: number | null): Prisma.Sql =>
  contestId === null
    ? GROUP_OF_PROBLEM
    : Prisma.sql`(select c."groupId" from "Contest" c where c."id" = ${contestId}::int)`

/**
 * The rows of one contest that a scope leaves, over the columns of "Submission"; what `whereOf` says to Prisma. Null
 * where it leaves none.
 */
export function contestSql({ contests }: SubmissionScope): Prisma.Sql | null {
  if (!contests || !('id' in contests) || contests.isClosed) return null
  const { id, seal } = contests
  const inContest = Prisma.sql`"contestId" = ${id}::int`
  if (!seal) return inContest
  const open = Prisma.sql`"createdAt" < ${seal.from}::timestamptz`
  const seen = seal.own === null ? open : Prisma.sql`(${open} or "userId" = ${seal.own})`
  return Prisma.sql`${inContest} and ${seen}`
}
