import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emit } from '#server/events.ts'
import { addContest, addJudged } from '../support/contests.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

/** Equal queries of one audience are answered with the same bytes for a second, and nobody can tell by what is said. */

let site: Site
let ada: Person
let bob: Person
let root: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
beforeAll(async () => {
  site = await startSite({ SHARE_MS: '1000' })
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
  bob = await addPerson(site, 'bob')
  problem = await addJudgeable(site, 'P1', { codeShare: true })
})
afterAll(() => site.close())

type Asking = { token?: string; locale?: string; headers?: Record<string, string> }

/** What is answered, and when that was read. */
async function read(query: string, variables: object = {}, asking: Asking = {}) {
  const { data, headers } = await site.graphql(query, variables, asking)
  return { data, at: headers.get('read-at') }
}

/** Asks until somebody is given what was read for another. */
const shared = (query: string, variables: object = {}, asking: Asking = {}) =>
  expect
    .poll(async () => {
      const [one, other] = [await read(query, variables, asking), await read(query, variables, asking)]
      return one.at === other.at && one.data
    })
    .toBeTruthy()

const TITLES = 'query Titles($first: Int) { problems(first: $first) { edges { node { title } } } }'
const NOTICES =
  'query Notices($first: Int) { site { siteNotices(first: $first) { edges { node { title } } } } }'
const LIST =
  'query List($filter: SubmissionFilter) { submissions(filter: $filter) { edges { node { number } } } }'

const addNotice = (title: string) =>
  site.prisma.siteNotice.create({ data: { texts: { 'en-US': { title, content: title } } } })

describe('a shared answer', () => {
  it('is the same in every encoding', async () => {
    const many = 'query Many { languages { key name description } }'
    const { data } = await read(many)
    await shared(many)
    for (const encoding of ['br', 'gzip', 'identity', 'br;q=1.0, gzip', 'deflate']) {
      expect((await read(many, {}, { headers: { 'accept-encoding': encoding } })).data).toEqual(data)
    }
  })

  it('says of what type it is, as it is asked for', async () => {
    for (const accept of [
      'application/json',
      'application/graphql-response+json',
      '*/*',
      'text/html, application/json',
    ]) {
      const types = new Set<string | null>()
      for (let time = 0; time < 4; time++) {
        const { headers } = await site.graphql(TITLES, {}, { headers: { accept } })
        types.add(headers.get('content-type'))
      }
      expect([...types]).toHaveLength(1)
    }
  })

  it('is in the language of who asks', async () => {
    await shared(TITLES)
    const titleIn = async (locale: string) =>
      (await read(TITLES, {}, { locale })).data.problems.edges[0].node.title
    for (let time = 0; time < 4; time++) {
      expect(await titleIn('en-US')).toBe('The sum of P1')
      expect(await titleIn('zh-CN')).toBe('P1 之和')
    }
  })

  it('is not reused for other variables or for another operation of the same document', async () => {
    const both = `query One { languages { key } } query Other($first: Int) { problems(first: $first) { edges { node { displayId } } } }`
    await addJudgeable(site, 'P2')
    const ask = async (operationName: string, variables: object) => {
      const response = await fetch(`${site.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: both, operationName, variables }),
      })
      return ((await response.json()) as { data: Record<string, { edges?: unknown[] }> }).data
    }
    for (let time = 0; time < 4; time++) {
      expect(Object.keys(await ask('One', {}))).toEqual(['languages'])
      expect((await ask('Other', { first: 1 })).problems?.edges).toHaveLength(1)
      expect((await ask('Other', { first: 2 })).problems?.edges).toHaveLength(2)
    }
  })

  it('is charged to each who gets it', async () => {
    const poor = await startSite({ COST_PER_MINUTE: '300', SHARE_MS: '1000' })
    try {
      const { token } = await addPerson(poor, 'eve')
      const ask = async () =>
        (await poor.graphql('{ languages { key } }', {}, { token })).errors?.[0]?.extensions?.code
      expect(await ask()).toBeUndefined()
      expect(await Promise.all(Array.from({ length: 100 }, ask))).toContain('TOO_MANY_REQUESTS')
      expect((await poor.graphql('{ languages { key } }')).errors).toBeUndefined()
    } finally {
      await poor.close()
    }
  })
})

describe('a shared answer never contains', () => {
  it('data of another user', async () => {
    const query = '{ viewer { user { username } } checkIn { doneToday } progressSummary { solved } }'
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        for (const person of [ada, bob]) {
          expect((await read(query, {}, { token: person.token })).data.viewer).toEqual({
            user: { username: person.username },
          })
        }
        expect((await read(query)).data).toEqual({ viewer: null, checkIn: null, progressSummary: null })
      }),
    )
  })

  it('data that the viewer may not see', async () => {
    const author = await addPerson(site, 'author', { role: 'ADMIN' })
    const other = await addPerson(site, 'other', { role: 'ADMIN' })
    await addJudgeable(site, 'X1', { visibility: 'HIDDEN', authorId: author.id })
    const query = 'query X($displayId: String!) { problem(displayId: $displayId) { displayId title } }'
    const sees = async (person: Person | null) => {
      const { data } = await site.graphql(query, { displayId: 'X1' }, { token: person?.token })
      return data?.problem?.displayId === 'X1'
    }
    for (let time = 0; time < 4; time++) {
      expect(await Promise.all([root, author, other, ada, null].map(sees))).toEqual([
        true,
        true,
        false,
        false,
        false,
      ])
    }
  })

  it('data that the viewer could see before a change of account', async () => {
    const admin = await addPerson(site, 'demoted', { role: 'PROBLEM_ADMIN' })
    await addJudgeable(site, 'X2', { visibility: 'HIDDEN' })
    const query = 'query X($displayId: String!) { problem(displayId: $displayId) { displayId } }'
    const ask = () => site.graphql(query, { displayId: 'X2' }, { token: admin.token })
    await shared(query, { displayId: 'X2' }, { token: admin.token })
    await site.prisma.user.update({ where: { id: admin.id }, data: { role: 'USER' } })
    expect((await ask()).errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    await shared(TITLES, {}, { token: admin.token })
    await site.prisma.user.update({ where: { id: admin.id }, data: { disabled: true } })
    expect((await ask()).http).toBe(401)
    expect((await site.graphql(TITLES, {}, { token: admin.token })).http).toBe(401)
  })

  it('an error of another request or in another language', async () => {
    const query = 'query X($displayId: String!) { problem(displayId: $displayId) { displayId } }'
    for (let time = 0; time < 4; time++) {
      const [english, chinese] = await Promise.all(
        ['en-US', 'zh-CN'].map((locale) => site.graphql(query, { displayId: 'NONE' }, { locale })),
      )
      expect(english?.errors?.[0]?.message).toMatch(/[a-z]/)
      expect(chinese?.errors?.[0]?.message).not.toMatch(/[a-z]/)
    }
    await addJudgeable(site, 'NONE')
    expect((await read(query, { displayId: 'NONE' })).data.problem.displayId).toBe('NONE')
  })

  it('an answer to an invalid request', async () => {
    const send = async (body: object) => {
      const response = await fetch(`${site.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'en-US' },
        body: JSON.stringify({ query: TITLES, ...body }),
      })
      return response.text()
    }
    await shared(TITLES, { first: 5 })
    const deep = JSON.parse(`${'['.repeat(4000)}${']'.repeat(4000)}`)
    const wrong = [{ variables: { first: 'five' } }, { operationName: 'Other' }, { query: '{ nothing }' }]
    for (const body of wrong) expect(await send(body)).toContain('"errors"')
    for (const body of [
      ...wrong,
      { variables: [] },
      { operationName: ['Titles'] },
      { variables: { deep } },
    ]) {
      const first = await send(body)
      for (let time = 0; time < 3; time++) expect(await send(body)).toBe(first)
    }
  })

  it('the same random problem', async () => {
    for (let at = 0; at < 20; at++) await addJudgeable(site, `R${at}`)
    const numbers = new Set<string>()
    for (let time = 0; time < 30; time++)
      numbers.add((await read('{ randomProblem { displayId } }')).data.randomProblem.displayId)
    expect(numbers.size).toBeGreaterThan(5)
  })
})

describe('a shared answer is never older', () => {
  const titles = async () => {
    const { data } = await read(NOTICES, { first: 50 })
    return data.site.siteNotices.edges.map(({ node }: { node: { title: string } }) => node.title)
  }

  it('than a second', async () => {
    await shared(NOTICES, { first: 50 })
    // Nobody is told of this one.
    await addNotice('silent')
    const start = performance.now()
    await expect.poll(titles, { interval: 20, timeout: 5000 }).toContain('silent')
    expect(performance.now() - start).toBeLessThan(2000)
  })

  it('than an event, for its subscribers', async () => {
    const line = await site.subscribe('subscription { siteNoticeChanged { title } }')
    for (let time = 0; time < 5; time++) {
      await shared(NOTICES, { first: 50 })
      const { id } = await addNotice(`told ${time}`)
      await emit(contextOf(site, null), 'notice.changed', { noticeId: id, wasListed: false, isNew: false })
      await line.next()
      expect(await titles()).toContain(`told ${time}`)
    }
    line.close()
  })

  it('than the moment at which a contest opens or closes its problems', async () => {
    const owner = await addPerson(site, 'owner', { role: 'ADMIN' })
    const startsAt = new Date(Date.now() + 1500)
    const contest = await addContest(site, {
      type: 'ACM',
      ownerId: owner.id,
      startsAt,
      freezesAt: null,
      endsAt: new Date(startsAt.getTime() + 3_600_000),
      thawsAt: null,
    })
    const sent = await addJudged(site, ada, {
      problemId: problem.id,
      contestId: contest.id,
      createdAt: startsAt,
    })
    const filter = { contestId: globalId('Contest', contest.id) }
    const starts = startsAt.getTime()
    for (let asked = 0; asked < starts; ) {
      asked = Date.now()
      const { data, at } = await read(LIST, { filter }, { token: bob.token })
      const numbers = data.submissions.edges.map(({ node }: { node: { number: number } }) => node.number)
      expect(numbers).toEqual(Number(at) < starts ? [] : [sent.id])
      // Anyone who asks after the moment is given nothing from before it.
      if (asked >= starts) expect(Number(at)).toBeGreaterThanOrEqual(starts)
    }
  })

  it('than what the viewer has done', async () => {
    const numbers = async (token: string) => {
      const { data } = await read(LIST, { filter: {} }, { token })
      return data.submissions.edges.map(({ node }: { node: { number: number } }) => node.number)
    }
    const submit = `mutation ($input: SubmitInput!) { submit(input: $input) { number } }`
    const input = { problemId: globalId('Problem', problem.id), language: 'cpp17', source: 'int main() {}' }
    for (const { token } of [ada, bob]) {
      await shared(LIST, { filter: {} }, { token })
      const { data, errors } = await site.graphql(submit, { input }, { token })
      expect(errors).toBeUndefined()
      expect(await numbers(token)).toContain(data.submit.number)
    }
  })

  it('than a change on this server without an event', async () => {
    const { id } = await site.prisma.submission.create({
      data: {
        problemId: problem.id,
        userId: ada.id,
        language: 'cpp17',
        codeLength: 4,
        ip: '127.0.0.1',
        state: 'DONE',
        verdict: 'ACCEPTED',
        code: { create: { source: 'code' } },
      },
    })
    const query = 'query Source($number: Int!) { submission(number: $number) { source } }'
    for (const shares of [true, false, true]) {
      await shared(query, { number: id })
      const share =
        'mutation ($id: ID!, $shared: Boolean!) { shareSubmission(input: { id: $id, shared: $shared }) { shared } }'
      const variables = { id: globalId('Submission', id), shared: shares }
      expect((await site.graphql(share, variables, { token: ada.token })).errors).toBeUndefined()
      expect((await read(query, { number: id })).data.submission.source).toBe(shares ? 'code' : null)
    }
  })
})
