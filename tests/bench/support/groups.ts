import pg from 'pg'

export type Groups = { groups: number; memberships: number; contests: number }

/**
 * Adds groups with the people of `fill` (fillDatabase.ts) as owners, in turns, and as members, and contests that have not
 * ended in some of them.
 */
export async function addGroups(url: string, { groups, memberships, contests }: Groups): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (sql: string, values: unknown[] = []) => client.query(sql, values)
  try {
    // Past the triggers, which notify of each row.
    await run('set session_replication_role = replica')
    await run(
      `insert into "Group" ("name", "nameKey", "shortName", "shortNameKey", "brief", "description", "ownerId")
       select 'Group ' || i, 'group ' || i, 'g' || i, 'g' || i, 'brief', 'description', md5('u' || 1 + (i - 1) % people)
       from generate_series(1, $1::int) i,
         (select count(*)::int as people from "User" where "username" like 'user%') u`,
      [groups],
    )
    await run(
      `insert into "GroupMember" ("groupId", "userId", "standing")
       select (select min("id") from "Group") + (i * 7919) % $1::int, u."id",
         (array['MEMBER', 'MEMBER', 'MEMBER', 'ADMIN']::"GroupStanding"[])[1 + i % 4]
       from (select "id", row_number() over (order by "id") - 1 as n, count(*) over () as people from "User") u,
         lateral generate_series(u.n::int, $2::int - 1, u.people::int) i
       on conflict do nothing`,
      [groups, memberships],
    )
    await run(
      `insert into "Contest" ("type", "ownerId", "groupId", "title", "startsAt", "freezesAt", "endsAt", "updatedAt")
       select (array['ACM', 'OI']::"ContestType"[])[1 + i % 2], g."ownerId", g."id", 'Contest ' || i,
         now() + (i % 3 - 1) * interval '1 hour', now() + (i % 5 - 2) * interval '20 minutes' + interval '2 hours',
         now() + interval '5 hours', now()
       from (select *, row_number() over (order by "id")::int as i from "Group") g where i <= $1::int`,
      [contests],
    )
    await run('update "User" set "standing" = "standing" + 1')
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}
