import { beforeAll, expect, it } from 'vitest'
import { minutes, openContestSite } from '../support/contestSite.ts'
import { addJudgeable } from '../support/judgeable.ts'
import type { Person } from '../support/people.ts'
import { leastStatementCount } from '../support/sqlStatements.ts'

/** Lists ask the database the same few questions, however many rows they have. */

const arena = openContestSite()
const { people } = arena
/** Two more are there, so that no list is at its end. */
const ROWS = 50
let full = 0
let small = 0

beforeAll(async () => {
  const { prisma } = arena.site
  const fields = {
    ownerId: people.owner.id,
    type: 'ACM',
    startsAt: minutes(-60),
    endsAt: minutes(60),
  } as const
  for (let at = 0; at < ROWS + 2; at++) {
    const { id } = await prisma.contest.create({ data: { ...fields, title: `Contest ${at}` } })
    if (at === 0) full = id
    if (at === 1) small = id
    await prisma.participation.create({
      data: { contestId: id, userId: people.ada.id, registeredAt: new Date() },
    })
    const { id: problemId } = await addJudgeable(arena.site, `MANY${at}`, { authorId: people.owner.id })
    const link = { problemId, title: 'Sum', position: at, displayId: `P${at}` }
    await prisma.contestProblem.create({ data: { ...link, contestId: full } })
    if (at === 2) await prisma.contestProblem.create({ data: { ...link, contestId: small } })
  }
})

const CONTESTS = `query ($first: Int) { contests(first: $first) { edges { node {
  number hasAccess lookBar submitBar canSubmit canManage problemsChangedAt } } } }`
const MANAGED = `query ($first: Int) { managedContests(first: $first) { edges { node {
  number setting { dependents { submissionCount problemCount } } } } } }`
const PROBLEMS = `query ($first: Int) { managedProblems(first: $first) { edges { node {
  displayId setting { dependents { submissionCount contestCount } } } } } }`
const LINKS = `query ($number: Int!) { contest(number: $number) { problems {
  displayId setting { displayId submissionCount solverCount canEdit } } } }`

it.each<[string, keyof typeof people, string, object, object]>([
  ['contests', 'ada', CONTESTS, { first: 1 }, { first: ROWS }],
  ['contests of the administration', 'owner', MANAGED, { first: 1 }, { first: ROWS }],
  ['problems of the administration', 'owner', PROBLEMS, { first: 1 }, { first: ROWS }],
])('%s', async (_, who, query, one, many) => compare(people[who], query, one, many))

it('problems of a contest are loaded with no more statements however many there are', () =>
  compare(people.owner, LINKS, { number: small }, { number: full }))

async function compare(who: Person, query: string, one: object, many: object) {
  const ask = async (variables: object) => {
    const { data, errors } = await arena.site.graphql(query, variables, who)
    expect(errors).toBeUndefined()
    return JSON.stringify(data).match(/"(number|displayId)":/g)?.length ?? 0
  }
  expect(await ask(many)).toBeGreaterThan((await ask(one)) + ROWS - 2)
  const few = await leastStatementCount(() => ask(one))
  expect(few).toBeGreaterThan(1)
  expect(await leastStatementCount(() => ask(many))).toBeLessThanOrEqual(few)
}
