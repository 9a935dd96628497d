import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { addContest, addJudged, MINUTE, timesOf } from '../../support/contests.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Who may see a submission of a contest may not see its problem: it is left out, and nothing else with it. */

let site: Site
const people = {} as Record<'setter' | 'keeper' | 'ada' | 'bob', Person>
let [contestId, rows, hiddenId] = ['', [] as number[], 0]

beforeAll(async () => {
  // As in service, equal queries of one role are executed once.
  site = await startSite({ SHARE_MS: '1000' })
  people.setter = await addPerson(site, 'setter', { role: 'ADMIN' })
  people.keeper = await addPerson(site, 'keeper', { role: 'ADMIN' })
  people.ada = await addPerson(site, 'ada')
  people.bob = await addPerson(site, 'bob')
  const authorId = people.setter.id
  const hidden = await addJudgeable(site, 'H1', { authorId, visibility: 'HIDDEN' })
  const open = await addJudgeable(site, 'O1', { authorId })
  const contest = await addContest(site, { type: 'ACM', ownerId: authorId, ...timesOf('over for long') })
  const createdAt = new Date(contest.startsAt.getTime() + MINUTE)
  hiddenId = hidden.id
  contestId = globalId('Contest', contest.id)
  for (const problem of [hidden, open]) {
    const place = { problemId: problem.id, contestId: contest.id, createdAt }
    rows.push((await addJudged(site, people.ada, place)).id)
  }
})
afterAll(() => site.close())

const ROW = 'number verdict problem { displayId title }'
const LIST = `query ($contestId: ID!) { submissions(filter: { contestId: $contestId }) {
  totalCount edges { node { ${ROW} } } } }`

const problemsOf = async (person: Person) => {
  const { data, errors } = await site.graphql(LIST, { contestId }, person)
  expect(errors).toBeUndefined()
  expect(data.submissions.totalCount).toBe(2)
  return data.submissions.edges.map(({ node }: { node: { problem: { displayId: string } | null } }) =>
    node.problem ? node.problem.displayId : null,
  )
}

describe('the problem of a submission that may be seen', () => {
  it('is left out of lists where it is hidden, and of nothing else', async () => {
    expect(await problemsOf(people.bob)).toEqual(['O1', null])
    expect(await problemsOf(people.ada)).toEqual(['O1', null])
    expect(await problemsOf(people.setter)).toEqual(['O1', 'H1'])
  })

  it('is told to its author alone, also when many of one role ask the same at a time', async () => {
    for (let round = 0; round < 3; round++) {
      const [keeper, setter, again] = await Promise.all(
        [people.keeper, people.setter, people.keeper].map(problemsOf),
      )
      expect([keeper, setter, again]).toEqual([
        ['O1', null],
        ['O1', 'H1'],
        ['O1', null],
      ])
    }
  })

  it('is left out of the submission itself, by number and by id', async () => {
    const [number = 0] = rows
    const { data, errors } = await site.graphql(
      `query ($number: Int!, $id: ID!) {
        submission(number: $number) { ${ROW} }
        node(id: $id) { ... on Submission { ${ROW} } }
      }`,
      { number, id: globalId('Submission', number) },
      people.bob,
    )
    expect(errors).toBeUndefined()
    const row = { number, verdict: 'ACCEPTED', problem: null }
    expect(data).toEqual({ submission: row, node: row })
    const problem = await site.graphql(
      'query ($id: ID!) { node(id: $id) { id } }',
      { id: globalId('Problem', hiddenId) },
      people.bob,
    )
    expect(problem.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
  })

  it('is left out of streams, and told to who may see it', async () => {
    const [number = 0] = rows
    const follow = (person: Person) =>
      site.subscribe(
        `subscription ($id: ID!) { submissionChanged(id: $id) { ${ROW} } }`,
        { id: globalId('Submission', number) },
        person,
      )
    const listen = (person: Person) =>
      site.subscribe(
        `subscription ($contestId: ID!) { submissionsChanged(filter: { contestId: $contestId }) {
          change submission { ${ROW} } } }`,
        { contestId },
        person,
      )
    const readers = [people.bob, people.ada, people.keeper, people.setter]
    const ones = await Promise.all(readers.map(follow))
    const lists = await Promise.all(readers.map(listen))
    const row = await site.prisma.submission.findUniqueOrThrow({ where: { id: number } })
    const { problemId, userId, contestId: of } = row
    await emit(contextOf(site, null), 'submission.judged', {
      submissionId: number,
      problemId,
      userId,
      contestId: of,
    })
    for (const [index, reader] of readers.entries()) {
      const problem = reader === people.setter ? expect.objectContaining({ displayId: 'H1' }) : null
      const told = { number, verdict: 'ACCEPTED', problem }
      expect(await ones[index]?.next()).toEqual({ data: { submissionChanged: told } })
      // Who comes from a shared stream to one of their own hears once more that the contest turned.
      let change = await lists[index]?.next()
      while (change.data.submissionsChanged.change === 'RESET') change = await lists[index]?.next()
      expect(change).toEqual({ data: { submissionsChanged: { change: 'CHANGED', submission: told } } })
    }
    for (const stream of [...ones, ...lists]) stream.close()
  })
})
