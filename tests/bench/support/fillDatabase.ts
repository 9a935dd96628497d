import pg from 'pg'

export type RowCounts = { problems: number; users: number; submissions: number }

/**
 * Fills a migrated database with people, public problems with statements in both languages and tags, and judged
 * submissions, all made by PostgreSQL itself and the same on every run: a million submissions take about a minute.
 * Tallies and progress are computed from the submissions, so that every page of the site agrees with them.
 */
export async function fill(url: string, { problems, users, submissions }: RowCounts): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (sql: string, values: unknown[] = []) => client.query(sql, values)
  try {
    await run('select setseed(0.42)')
    await run(
      `insert into "User" ("id", "username", "usernameKey", "looks", "email", "emailKey", "realname",
         "passwordHash", "updatedAt")
       select md5('u' || i), 'user' || i, 'user' || i, array['user' || i], 'mail' || i || '@example.com', 'mail' || i || '@example.com',
         'Name ' || md5('n' || i), 'none', now() from generate_series(1, $1::int) i`,
      [users],
    )
    await run(
      `insert into "TagGroup" ("names", "rank")
       select jsonb_build_object('zh-CN', '组' || i, 'en-US', 'Group ' || i), i from generate_series(1, 8) i`,
    )
    await run(
      `insert into "Tag" ("names", "tagGroupId")
       select jsonb_build_object('zh-CN', '标签' || i, 'en-US', 'Tag ' || i),
         (select min("id") from "TagGroup") + i % 8 from generate_series(1, 80) i`,
    )
    await run(
      `insert into "Problem" ("id", "displayId", "sortKey", "keywords", "visibility", "difficulty", "updatedAt", "createdAt")
       select i, 'B' || i, lpad(length('B' || i)::text, 2, '0') || 'B' || i, 'b' || i || ' the title of ' || i, 'PUBLIC',
         (array['EASY', 'MID', 'HARD']::"Difficulty"[])[1 + i % 3], now(), now() - i * interval '1 minute'
       from generate_series(100001, 100000 + $1::int) i`,
      [problems],
    )
    await run(
      `insert into "Statement" ("problemId", "locale", "title", "description", "input", "output")
       select p."id", l, 'The title of ' || p."id", repeat('A description of some length. ', 60), 'Input.', 'Output.'
       from "Problem" p, unnest(array['zh-CN', 'en-US']) l where p."id" > 100000`,
    )
    await run(
      `insert into "ProblemTag" ("problemId", "tagId")
       select distinct p."id", (select min("id") from "Tag") + (p."id" * 7 + n * 13) % 80
       from "Problem" p, generate_series(1, 3) n where p."id" > 100000`,
    )
    // Past the trigger that counts one row after the other.
    await run('set session_replication_role = replica')
    await run(
      `insert into "Submission" ("problemId", "userId", "language", "codeLength", "ip", "createdAt", "state", "verdict",
         "timeMs", "memoryKb", "caseCount", "tape", "judgedBy", "countedVerdict")
       select 100001 + floor(power(random(), 2) * $2)::int, md5('u' || (1 + floor(power(random(), 2) * $3)::int)),
         'cpp17o2', 800, '127.0.0.1', now() - ($1 - i) * interval '2 second', 'DONE', v, (random() * 900)::int,
         4000 + (random() * 60000)::int, 10, case when v = 'ACCEPTED' then 'AAAAAAAAAA' else 'AAAAW.....' end, 'judge-1', v
       from (select i, (array['ACCEPTED', 'ACCEPTED', 'ACCEPTED', 'WRONG_ANSWER', 'WRONG_ANSWER',
           'TIME_LIMIT_EXCEEDED', 'RUNTIME_ERROR', 'COMPILE_ERROR', 'MEMORY_LIMIT_EXCEEDED', 'WRONG_ANSWER']
           ::"Verdict"[])[1 + floor(random() * 10)::int] v
         from generate_series(1, $1::int) i) made`,
      [submissions, problems, users],
    )
    await run('set session_replication_role = origin')
    await run(
      `update "UserRank" r set "submitted" = sent."count"
       from (select "userId", count(*)::int as "count" from "Submission" group by 1) sent where r."userId" = sent."userId"`,
    )
    await run(
      `insert into "ProblemTally" ("problemId", "total", "accepted", "wrongAnswer", "timeLimitExceeded", "runtimeError",
         "compileError", "memoryLimitExceeded")
       select p."id", count(s."id"), count(*) filter (where s."verdict" = 'ACCEPTED'),
         count(*) filter (where s."verdict" = 'WRONG_ANSWER'), count(*) filter (where s."verdict" = 'TIME_LIMIT_EXCEEDED'),
         count(*) filter (where s."verdict" = 'RUNTIME_ERROR'), count(*) filter (where s."verdict" = 'COMPILE_ERROR'),
         count(*) filter (where s."verdict" = 'MEMORY_LIMIT_EXCEEDED')
       from "Problem" p left join "Submission" s on s."problemId" = p."id" where p."id" > 100000 group by p."id"`,
    )
    await run(
      `insert into "ProblemProgress" ("userId", "problemId", "verdict", "acceptedAt", "acceptedSubmissionId", "lastSubmissionId")
       select "userId", "problemId",
         coalesce(min("verdict") filter (where "verdict" = 'ACCEPTED'), (array_agg("verdict" order by "id" desc))[1]),
         min("createdAt") filter (where "verdict" = 'ACCEPTED'), min("id") filter (where "verdict" = 'ACCEPTED'), max("id")
       from "Submission" group by 1, 2`,
    )
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}
