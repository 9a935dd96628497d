/**
 * How much slower the rank lists and the home pages of users are on a big site than on a small one: 100,000 users against
 * 1,000, the same pages, interleaved in one run. The lists read what triggers keep, filled here by SQL. Home pages read
 * submissions; one person of the big site has 100,000 of them, who is shown beside the ordinary ones.
 *
 *     npm run bench -- rank [SUBMISSIONS]     # 10,000,000 on the big site
 */
import { runSql } from '../support/postgres.ts'
import { signIn } from './support/httpConnection.ts'
import { type Ask, openTwoSites } from './support/twoSites.ts'

const SUBMISSIONS = Number(process.argv[2] ?? 10_000_000)
const USERS = 100_000
/** Submissions of the person who has most. */
const OF_ONE = 100_000

const LIST = `query Ranks($type: Scoring!, $keyword: String, $offset: Int) {
  ranks(type: $type, keyword: $keyword, first: 30, offset: $offset) {
    totalCount
    edges { node { number solved submitted score signature user { username avatar role } } }
  }
  viewerRank(type: $type) { number }
}`

const HOME = `query Home($username: String) {
  userHome(username: $username) {
    rank { solved submitted score acm oi listed }
    activity { today days { date submitted accepted } }
    verdicts { verdict count }
    languages { languageName count }
    solvedByDifficulty { difficulty total displayIds }
    solvedByTag { name solved }
    recentSubmissions { number verdict }
  }
}`

const listOf = (variables: (round: number, users: number) => object): Ask => {
  return (round, { users }) => ({ type: ['ACM', 'OI'][(round >> 2) % 2], ...variables(round, users) })
}

const listPages = [
  listOf(() => ({ offset: 0 })),
  listOf((round, users) => ({ offset: Math.floor(users * 0.9) - 30 * (round % 8) })),
  listOf((round) => ({ keyword: `user${100 + (round % 40)}` })),
  listOf((round, users) => ({ offset: Math.floor(users / 2) + 30 * (round % 8) })),
]

/** With 20 submissions on the small site; on the big one as many as its number of submissions gives each. */
const homePages: Ask[] = [(round) => ({ username: `user${900 + (round % 40)}` })]

const STEPS = [
  `insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "createdAt", "state", "verdict",
     "timeMs", "memoryKb", "caseCount", "judgedBy", "countedVerdict")
   select 100001 + (n::bigint * 7919) % 1000,
     md5('u' || case when n % ${Math.ceil(SUBMISSIONS / OF_ONE)} = 0 then 1 else 1 + (n::bigint * 104729) % ${USERS} end),
     (array['cpp17', 'cpp17', 'python3', 'java'])[1 + n % 4], 800, '127.0.0.1',
     now() - (${SUBMISSIONS} - n) * interval '6 second', 'DONE', v, 100, 4000, 10, 'judge-1', v
   from (select n, (array['ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER', 'TIME_LIMIT_EXCEEDED', 'COMPILE_ERROR']
     ::"Verdict"[])[1 + floor(random() * 5)::int] v from generate_series(1, ${SUBMISSIONS}) n) made`,
  `insert into "ProblemProgress" ("userId", "problemId", "verdict", "acceptedAt", "acceptedSubmissionId", "lastSubmissionId")
   select "userId", "problemId", coalesce(min("verdict") filter (where "verdict" = 'ACCEPTED'), 'WRONG_ANSWER'),
     min("createdAt") filter (where "verdict" = 'ACCEPTED'), min("id") filter (where "verdict" = 'ACCEPTED'), max("id")
   from "Submission" group by 1, 2`,
  `update "UserRank" r set "submitted" = s.n
   from (select "userId", count(*)::int n from "Submission" group by 1) s where s."userId" = r."userId"`,
  `update "UserRank" r set "solved" = s.solved, "score" = s.score from (
     select g."userId", count(*) filter (where g."verdict" = 'ACCEPTED')::int as solved,
       sum(rank_score(g."verdict", g."oiRankScore", p."difficulty"))::int as score
     from "ProblemProgress" g join "Problem" p on p."id" = g."problemId" group by 1) s where s."userId" = r."userId"`,
]

/** The submissions of the big site past the triggers, then what these would have kept. */
async function enlarge(databaseUrl: string) {
  for (const step of STEPS)
    await runSql(
      databaseUrl,
      `alter table "UserRank" enable always trigger "UserRank_places";
      set session_replication_role = replica; ${step}`,
    )
  await runSql(databaseUrl, 'vacuum analyze')
}

const two = await openTwoSites(
  {
    small: { problems: 1_000, users: 1_000, submissions: 20_000 },
    big: { problems: 1_000, users: USERS, submissions: 0 },
  },
  enlarge,
)
for (const site of [two.sites.small, two.sites.big]) {
  const [token = null] = await signIn(site.databaseUrl, 1)
  site.token = token
}
const lists = await two.compare('ranks', LIST, listPages)
const homes = await two.compare('user homes', HOME, homePages)
await two.compare(`the home of one with ${OF_ONE} submissions`, HOME, [() => ({ username: 'user1' })])
await two.close()
console.log(`user-home-${SUBMISSIONS / 1_000_000}M/1k: ${homes.toFixed(2)}`)
console.log(`rank-100k/1k: ${lists.toFixed(2)}`)
