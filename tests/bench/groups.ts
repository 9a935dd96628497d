/**
 * How much slower the lists of somebody in 200 groups are on a site with 2,000 groups, 200,000 memberships and a million
 * submissions than on a site as small as the seed: the lists of groups, problems, submissions, contests and trainings,
 * asked of both in turns.
 */
import { runSql } from '../support/postgres.ts'
import { addGroups } from './support/groups.ts'
import { signIn } from './support/httpConnection.ts'
import { type Ask, openTwoSites } from './support/twoSites.ts'

const BIG = { groups: 2_000, memberships: 200_000, contests: 2_000 }
const SEED = { groups: 1, memberships: 6, contests: 1 }
/** Groups of the reader on the big site. */
const OF_READER = 200
/** Trainings of each group, and problems of each. */
const TRAININGS = 5
const OF_TRAINING = 9

const GROUPS = `query ($filter: GroupFilter, $offset: Int) { groups(filter: $filter, first: 20, offset: $offset) { totalCount
  edges { node { id number name shortName brief access memberCount viewerStanding owner { username } } } } }`
const PROBLEMS = `query ($offset: Int) { problems(first: 30, offset: $offset) { totalCount
  edges { node { id displayId title difficulty tags { id name } tally { total accepted rate } viewerProgress { verdict } } } } }`
const SUBMISSIONS = `query ($filter: SubmissionFilter, $offset: Int) { submissions(first: 15, filter: $filter, offset: $offset) {
  totalCount edges { node { id number state verdict timeMs problem { displayId title } user { username } } } } }`
const CONTESTS = `query ($offset: Int) { contests(first: 10, offset: $offset) { totalCount
  edges { node { id number title type startsAt endsAt } } } }`
const TRAININGS_OF = `query ($filter: TrainingFilter) { trainings(first: 15, filter: $filter) { totalCount
  edges { node { id number title access problemCount viewerSolvedCount category { name } owner { username } } } } }`

/** Number of the reader on each site: one who has sent a few hundred submissions, or a few of the small site's. */
const READER = { small: 10, big: 1_000 }

/** Puts the reader into the first groups, and trainings into each group; past the triggers, which notify of each row. */
const furnish = (databaseUrl: string, groups: number, reader: number) =>
  runSql(
    databaseUrl,
    `set session_replication_role = replica;
     insert into "GroupMember" ("groupId", "userId", "standing")
       select "id", md5('u${reader}'), 'MEMBER' from "Group" order by "id" limit ${groups} on conflict do nothing;
     update "User" set "standing" = "standing" + 1 where "id" = md5('u${reader}');
     insert into "TrainingCategory" ("name", "nameKey", "color", "updatedAt") values ('Bench', 'bench', '#2657d4', now());
     insert into "Training" ("title", "description", "categoryId", "groupId", "ownerId")
       select 'Training ' || n, 'Words', (select max("id") from "TrainingCategory"), g."id", g."ownerId"
       from "Group" g, generate_series(1, ${TRAININGS}) n;
     insert into "TrainingProblem" ("trainingId", "problemId", "rank")
       select t."id", p."id", p.n from "Training" t, (
         select "id", row_number() over (order by "id") n from "Problem" where "visibility" = 'PUBLIC' limit ${OF_TRAINING}) p
       where t."groupId" is not null;
     analyze`,
  )

const two = await openTwoSites(
  {
    small: { problems: 26, users: 12, submissions: 300 },
    big: { problems: 10_000, users: 5_000, submissions: 1_000_000 },
  },
  async (url) => {
    await addGroups(url, BIG)
    await furnish(url, OF_READER, READER.big)
  },
)
const { small, big } = two.sites
await addGroups(small.databaseUrl, SEED)
await furnish(small.databaseUrl, SEED.groups, READER.small)
small.token = (await signIn(small.databaseUrl, READER.small)).at(-1) ?? null
big.token = (await signIn(big.databaseUrl, READER.big)).at(-1) ?? null

const offset = (rows: number, pages: number): Ask => {
  return (round) => ({ offset: rows * (round % pages) })
}
const mine: Ask = (round) => ({ filter: { isMine: true }, offset: 20 * (round % 10) })
const ownSubmissions: Ask = (round) => ({ filter: { mine: true }, offset: 15 * (round % 10) })
const ofGroup: Ask = (round, { problems }) => {
  const number = problems > 1_000 ? 1 + (round % OF_READER) : 1
  return { filter: { groupId: Buffer.from(`Group:${number}`).toString('base64') } }
}
const figures = {
  groups: await two.compare('groups', GROUPS, [offset(20, 10), mine]),
  problems: await two.compare('problems', PROBLEMS, [offset(30, 1)]),
  submissions: await two.compare('submissions', SUBMISSIONS, [offset(15, 10)]),
  'own submissions': await two.compare('own submissions', SUBMISSIONS, [ownSubmissions]),
  contests: await two.compare('contests', CONTESTS, [offset(10, 1)]),
  trainings: await two.compare('trainings of a group', TRAININGS_OF, [ofGroup]),
}
await two.close()
console.log(
  Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure.toFixed(2)}`)
    .join(', '),
)
console.log(`groups/seed: ${Math.max(...Object.values(figures)).toFixed(2)}`)
