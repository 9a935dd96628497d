import { Prisma } from '#prisma/generated/client.ts'
import type { Site } from './site.ts'

/** Stored figures of a site, and the same counted again from the rows that they sum up. */

const sql = Prisma.sql

const PRACTICE = sql`"contestId" is null and "groupId" is null`
const IN_GROUPS = sql`"contestId" is null and "groupId" is not null`

const VERDICTS = [
  ['accepted', 'ACCEPTED'],
  ['partiallyAccepted', 'PARTIALLY_ACCEPTED'],
  ['wrongAnswer', 'WRONG_ANSWER'],
  ['runtimeError', 'RUNTIME_ERROR'],
  ['compileError', 'COMPILE_ERROR'],
  ['judgeError', 'JUDGE_ERROR'],
  ['cancelled', 'CANCELLED'],
] as const

/** Two queries of the same columns: what is stored, and what it should be. */
type Pair = readonly [stored: Prisma.Sql, counted: Prisma.Sql]

const tallies = (table: string, key: Prisma.Sql, rows: Prisma.Sql): Pair => {
  const stored = Prisma.join(VERDICTS.map(([column]) => Prisma.raw(`"${column}"`)))
  const counted = Prisma.join(
    VERDICTS.map(([, verdict]) => sql`(count(*) filter (where "verdict"::text = ${verdict}))::int`),
  )
  return [
    sql`select ${key}, "total", ${stored} from ${Prisma.raw(`"${table}"`)}`,
    sql`select ${key}, count(*)::int, ${counted} from "Submission" where ${rows} group by ${key}`,
  ]
}

const progress = (table: string, key: Prisma.Sql, rows: Prisma.Sql): Pair => [
  sql`select ${key}, "verdict"::text, "score", "oiRankScore", "acceptedSubmissionId", "lastSubmissionId"
    from ${Prisma.raw(`"${table}"`)}`,
  sql`select ${key},
    case when bool_or("verdict" = 'ACCEPTED') then 'ACCEPTED' else (array_agg("verdict"::text order by "id" desc))[1] end,
    case when bool_or("verdict" = 'ACCEPTED') then (array_agg("score" order by "id") filter (where "verdict" = 'ACCEPTED'))[1]
      else (array_agg("score" order by "id" desc))[1] end,
    max("oiRankScore"), min("id") filter (where "verdict" = 'ACCEPTED'), max("id")
    from "Submission" where ${rows} group by ${key}`,
]

const scoreOf = (rows: Prisma.Sql) => sql`
  (select coalesce(sum(rank_score(p."verdict", p."oiRankScore", b."difficulty")), 0)::int
   from ${rows} p join "Problem" b on b."id" = p."problemId" where p."userId" = u."id")`

const FIGURES: Readonly<Record<string, Pair>> = {
  'tallies of the site': tallies('ProblemTally', sql`"problemId"`, PRACTICE),
  'tallies of groups': tallies('GroupTally', sql`"groupId", "problemId"`, IN_GROUPS),
  'progress on the site': progress('ProblemProgress', sql`"userId", "problemId"`, PRACTICE),
  'progress in groups': progress('GroupProgress', sql`"groupId", "userId", "problemId"`, IN_GROUPS),
  'ranks of the site': [
    sql`select "userId", "solved", "submitted", "score", "listed" from "UserRank"`,
    sql`select u."id",
      (select count(*)::int from "ProblemProgress" p where p."userId" = u."id" and p."verdict" = 'ACCEPTED'),
      (select count(*)::int from "Submission" s where s."userId" = u."id" and ${PRACTICE}),
      ${scoreOf(sql`"ProblemProgress"`)}, not u."disabled" and u."endedAt" is null from "User" u`,
  ],
  'ranks of groups': [
    sql`select "groupId", "userId", "solved", "submitted", "score", "listed" from "GroupRank"`,
    sql`select r."groupId", u."id",
      (select count(*)::int from "GroupProgress" p
       where p."groupId" = r."groupId" and p."userId" = u."id" and p."verdict" = 'ACCEPTED'),
      (select count(*)::int from "Submission" s
       where s."groupId" = r."groupId" and s."userId" = u."id" and s."contestId" is null),
      ${scoreOf(sql`(select * from "GroupProgress" where "groupId" = r."groupId")`)},
      not u."disabled" and u."endedAt" is null and exists (
        select from "GroupMember" m where m."groupId" = r."groupId" and m."userId" = u."id"
          and m."standing" in ('MEMBER', 'ADMIN', 'ROOT'))
      from "GroupRank" r join "User" u on u."id" = r."userId"`,
  ],
  'points of solved problems': [
    sql`select "userId", "problemId", sum("amount")::int from "PointEntry" where "reason" = 'SOLVED'
      group by 1, 2 having sum("amount") <> 0`,
    sql`select * from (
      select p."userId", p."problemId", rank_score(p."verdict", p."oiRankScore", b."difficulty") as "score"
      from "ProblemProgress" p join "Problem" b on b."id" = p."problemId") as s where "score" <> 0`,
  ],
  'balances of points': [
    sql`select "userId", "balance" from "PointBalance"`,
    sql`select "userId", sum("amount")::int from "PointEntry" group by 1`,
  ],
  'tallies of posts': [
    sql`select "groupKey", "categoryId", "problemKey", "count" from "DiscussionTally" where "count" <> 0`,
    sql`select coalesce("groupId", 0), "categoryId", coalesce("problemId", 0), count(*)::int
      from "Discussion" where not "disabled" group by 1, 2, 3`,
  ],
  'likes and comments of posts': [
    sql`select "id", "likeCount", "commentCount" from "Discussion"`,
    sql`select d."id", (select count(*)::int from "DiscussionLike" l where l."discussionId" = d."id"),
      (select (count(distinct c."id") + count(r."id"))::int from "Comment" c
       left join "Reply" r on r."commentId" = c."id" where c."discussionId" = d."id") from "Discussion" d`,
  ],
  'likes of comments': [
    sql`select "id", "likeCount" from "Comment"`,
    sql`select c."id", (select count(*)::int from "CommentLike" l where l."commentId" = c."id") from "Comment" c`,
  ],
  'ends of homework': [
    sql`select "trainingId", "endsAt" from "Homework"`,
    sql`select "trainingId", homework_end("trainingId") from "Homework"`,
  ],
}

type Differing = { side: 'stored' | 'counted'; row: string }

/** Stored rows of figures that a recount has not, and the other way round. */
async function differing({ prisma }: Site, [stored, counted]: Pair): Promise<Differing[]> {
  return prisma.$queryRaw<Differing[]>`
    with stored as (select s::text as "row" from (${stored}) s), counted as (select c::text as "row" from (${counted}) c)
    (select 'stored' as "side", "row" from stored except select 'stored', "row" from counted)
    union all (select 'counted', "row" from counted except select 'counted', "row" from stored)`
}

/** What ranks of trainings hold before and after the database counts them again. */
async function trainings({ prisma }: Site): Promise<readonly [stored: unknown, counted: unknown]> {
  const read = async () => [
    await prisma.$queryRaw`select * from "TrainingCell" order by "trainingId", "userId", "problemId"`,
    await prisma.$queryRaw`select * from "TrainingRegistration" order by "trainingId", "userId"`,
  ]
  const stored = await read()
  await prisma.$executeRaw`select recount_trainings(array(select "id" from "Training"), null, null)`
  return [stored, await read()]
}

/** The stored figures that differ from a recount, by name; empty: none. */
export async function wrongFigures(site: Site): Promise<Record<string, unknown>> {
  const wrong: Record<string, unknown> = {}
  for (const [name, pair] of Object.entries(FIGURES)) {
    const rows = await differing(site, pair)
    if (rows.length > 0) wrong[name] = rows
  }
  const [stored, counted] = await trainings(site)
  if (JSON.stringify(stored) !== JSON.stringify(counted)) wrong['ranks of trainings'] = { stored, counted }
  return wrong
}
