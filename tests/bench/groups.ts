/**
 * How much slower the lists of somebody in 200 groups are on a site with 2,000 groups, 200,000 memberships and a million
 * submissions than on a site as small as the seed: the lists of groups, problems, submissions, contests and trainings,
 * asked of both in turns. Every page that is asked for is full on both: an empty one has no rows to authorize, and saves the
 * statements for them.
 */
import { runSql } from '../support/postgres.ts'
import type { RowCounts } from './support/fillDatabase.ts'
import { addGroups } from './support/groups.ts'
import { signIn } from './support/httpConnection.ts'
import { type Ask, openTwoSites } from './support/twoSites.ts'

const BIG = { groups: 2_000, memberships: 200_000, contests: 2_000 }
/** One page of groups. */
const SEED = { groups: 20, memberships: 120, contests: 20 }
/** Groups of the reader on the big site. */
const OF_READER = 200
/** Contests of each site itself: two pages, which have ended. */
const ENDED = 20
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

/** Number of the reader on each site: one who has sent two hundred submissions, or almost a hundred of the small site's. */
const READER = { small: 1, big: 1_000 }
/** Pages of the lists of a reader on each site. */
const PAGES = { groups: { small: 1, big: 10 }, ownSubmissions: { small: 5, big: 10 } }

/**
 * Puts the reader into the first groups, trainings into each group and contests on the site; past the triggers, which
 * notify of each row.
 */
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
     insert into "Contest" ("type", "ownerId", "title", "startsAt", "endsAt", "updatedAt")
       select 'ACM', md5('u1'), 'Contest ' || n, now() - (n + 1) * interval '1 day', now() - n * interval '1 day', now()
       from generate_series(1, ${ENDED}) n;
     analyze`,
  )

const two = await openTwoSites(
  {
    small: { problems: 30, users: 12, submissions: 300 },
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

const isBig = ({ problems }: RowCounts) => problems > 1_000
/** Pages of a list, one after the other; `first` is their size. */
const paged = (first: number, { small, big }: { small: number; big: number }, filter?: object): Ask => {
  return (round, site) => ({ filter, offset: first * (round % (isBig(site) ? big : small)) })
}
const ofGroup: Ask = (round, site) => {
  const number = 1 + (round % (isBig(site) ? OF_READER : SEED.groups))
  return { filter: { groupId: Buffer.from(`Group:${number}`).toString('base64') } }
}
const one = { small: 1, big: 1 }
const ten = { small: 10, big: 10 }
const groups = [paged(20, PAGES.groups), paged(20, PAGES.groups, { isMine: true })]
const own = paged(15, PAGES.ownSubmissions, { mine: true })
const figures = {
  groups: await two.compare('groups', GROUPS, groups),
  problems: await two.compare('problems', PROBLEMS, [paged(30, one)]),
  submissions: await two.compare('submissions', SUBMISSIONS, [paged(15, ten)]),
  'own submissions': await two.compare('own submissions', SUBMISSIONS, [own]),
  contests: await two.compare('contests', CONTESTS, [paged(10, one)]),
  trainings: await two.compare('trainings of a group', TRAININGS_OF, [ofGroup]),
}
await two.close()
console.log(
  Object.entries(figures)
    .map(([name, figure]) => `${name} ${figure.toFixed(2)}`)
    .join(', '),
)
console.log(`groups/seed: ${Math.max(...Object.values(figures)).toFixed(2)}`)
