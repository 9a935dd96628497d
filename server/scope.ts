import { Prisma } from '#prisma/generated/client.ts'
import type { SubmissionScope } from './policy/submission.ts'

/** `COUNTS` of policy/venue.ts in SQL, word for word as in list indices. */
export const COUNTS_SQL = Prisma.sql`"contestId" is null and "groupId" is null`

/** Counted submissions of a group: to its own problems outside contests, word for word as in its indices. */
export const countsInGroupSql = (groupId: number): Prisma.Sql =>
  Prisma.sql`"contestId" is null and "groupId" = ${groupId}::int`

/** `whereOf` in SQL for one group outside its contests, over the columns of "Submission"; null: no rows. */
export function groupSql({ groups }: SubmissionScope, groupId: number): Prisma.Sql | null {
  const rows = countsInGroupSql(groupId)
  if (groups.whole === 'ALL' || groups.whole.includes(groupId)) return rows
  if (!groups.shared.includes(groupId)) return null
  return Prisma.sql`${rows} and "problemId" <> all(array(select p."id" from "Problem" p
    where p."groupId" = ${groupId}::int and p."visibility" not in ('GROUP', 'PUBLIC')))`
}

/**
 * Problems that were ever of the site, so that they may have practice submissions, and are not public: word for word the
 * predicate of "Problem_hidden_idx".
 */
export const HIDDEN_PROBLEMS_SQL = Prisma.sql`"visibility" <> 'PUBLIC' and ("groupId" is null or "approvedAt" is not null)`

/** `homeOf` of policy/venue.ts in SQL: the owning group of the problem `p`. */
const GROUP_OF_PROBLEM = Prisma.sql`case when p."visibility" <> 'PUBLIC' then p."groupId" end`

/** Group of a submission to the problem `p`: its contest's, else its problem's. */
export const groupOfTargetSql = (contestId: number | null): Prisma.Sql =>
  contestId === null
    ? GROUP_OF_PROBLEM
    : Prisma.sql`(select c."groupId" from "Contest" c where c."id" = ${contestId}::int)`

/** `whereOf` in SQL for one contest, over the columns of "Submission"; null: no rows. */
export function contestSql({ contests }: SubmissionScope): Prisma.Sql | null {
  if (!contests || !('id' in contests) || contests.isClosed) return null
  const { id, seal } = contests
  const inContest = Prisma.sql`"contestId" = ${id}::int`
  if (!seal) return inContest
  const open = Prisma.sql`"createdAt" < ${seal.from}::timestamptz`
  const seen = seal.own === null ? open : Prisma.sql`(${open} or "userId" = ${seal.own})`
  return Prisma.sql`${inContest} and ${seen}`
}
