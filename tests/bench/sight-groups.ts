/**
 * The cost of groups for readers of the site: a million submissions on each of two sites; one has 2,000 groups with
 * 200,000 memberships and an open contest each. The same lists and the same comment are read on both in turns, by
 * somebody who is in forty groups. After it, what a process does for the owners of 5,000 open sockets at each recheck.
 */
import pg from 'pg'
import { ownerOfSession } from '#server/modules/user/session.ts'
import { median, timed } from './support/figures.ts'
import { addGroups } from './support/groups.ts'
import { signIn } from './support/httpConnection.ts'
import { type Ask, openTwoSites } from './support/twoSites.ts'

const CROWD = { problems: 10_000, users: 5_000, submissions: 1_000_000 }
const GROUPS = { groups: 2_000, memberships: 200_000, contests: 2_000 }
const SOCKETS = 5_000
const SWEEPS = 10

const PROBLEMS = `query ($offset: Int) { problems(first: 30, offset: $offset) { totalCount
  edges { node { id displayId title difficulty tags { id name } tally { total accepted rate } viewerProgress { verdict } } } } }`
const SUBMISSIONS = `query ($offset: Int) { submissions(first: 15, offset: $offset) { totalCount
  edges { node { id number state verdict timeMs problem { displayId title } user { username } } } } }`
const COMMENT = `query ($id: ID!) { node(id: $id) { ... on Comment { content author { username } } } }`

/** A contest of the site that is over, with a comment; its number. */
async function addComment(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: number }>(
      `with contest as (
         insert into "Contest" ("type", "ownerId", "title", "startsAt", "endsAt", "updatedAt")
         values ('ACM', md5('u1'), 'Over', now() - interval '2 hours', now() - interval '1 hour', now()) returning "id")
       insert into "Comment" ("contestId", "authorId", "content") select "id", md5('u2'), 'Well done.' from contest
       returning "id"`,
    )
    return Number(rows[0]?.id)
  } finally {
    await client.end()
  }
}

const two = await openTwoSites({ small: CROWD, big: CROWD }, (url) => addGroups(url, GROUPS))
const [small, big] = [two.sites.small, two.sites.big]
for (const site of [small, big]) [site.token = null] = await signIn(site.databaseUrl, SOCKETS)
const comments = [await addComment(small.databaseUrl), await addComment(big.databaseUrl)]
if (comments[0] !== comments[1]) throw new Error('the comments have two numbers')

const far: Ask[] = [(round) => ({ offset: 30 * (round % 5) }), (round) => ({ offset: 300 * (round % 10) })]
const id = Buffer.from(`Comment:${comments[0]}`).toString('base64')
const problems = await two.compare('problem list', PROBLEMS, far)
const submissions = await two.compare('submission list', SUBMISSIONS, far)
const comment = await two.compare('node of a comment', COMMENT, [() => ({ id })])

const sweep = (which: 'small' | 'big') =>
  timed(() =>
    Promise.all(Array.from({ length: SOCKETS }, (_, at) => ownerOfSession(two.houses[which], at + 1))),
  )
const times = { small: [] as number[], big: [] as number[] }
for (let round = 0; round <= SWEEPS; round++)
  for (const which of ['small', 'big'] as const) {
    const time = await sweep(which)
    // The first one reads the memberships of everybody.
    if (round > 0) times[which].push(time)
    else console.log(`first sweep, ${which}: ${time.toFixed(0)} ms`)
  }
await two.close()
console.log(
  `sweep of ${SOCKETS}: small ${median(times.small).toFixed(0)} ms, big ${median(times.big).toFixed(0)} ms`,
)
console.log(`sweep-groups/none: ${(median(times.big) / median(times.small)).toFixed(2)}`)
console.log(
  `problems ${problems.toFixed(2)}, submissions ${submissions.toFixed(2)}, comment ${comment.toFixed(2)}`,
)
console.log(`sight-groups/none: ${Math.max(problems, submissions, comment).toFixed(2)}`)
