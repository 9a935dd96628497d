import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group, Submission } from '#prisma/generated/client.ts'
import { emit, transact } from '#server/events.ts'
import { tellOfOutcome } from '#server/modules/judging/outcomeNews.ts'
import { settle } from '#server/modules/judging/settle.ts'
import { switches } from '#server/modules/site/site.ts'
import { addGroup, setStanding } from '../../support/groups.ts'
import { addJudgeable, globalId } from '../../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

/** Who sees what was submitted in a group, and that nothing of the site shows or counts it. */

const NAMES = ['ada', 'bob', 'admin', 'chief', 'owner', 'applicant', 'left', 'stranger'] as const
type Name = (typeof NAMES)[number] | 'root' | 'setter' | 'teacher' | 'guest'

let site: Site
let group: Group
const people = new Map<Name, Person>()
const of = (name: Name): Person => {
  const person = people.get(name)
  if (!person) throw new Error(`nobody is called ${name}`)
  return person
}
const asking = (name: Name) => (name === 'guest' ? {} : { token: of(name).token })
const EVERYBODY: Name[] = [...NAMES, 'root', 'setter', 'teacher', 'guest']
const MEMBERS: Name[] = ['ada', 'bob', 'admin', 'chief', 'owner']
const READERS: Name[] = [...MEMBERS, 'root', 'setter']
/** Of problems that the group hides, too. */
const ROOTS: Name[] = ['chief', 'owner', 'root', 'setter']

type Problem = Awaited<ReturnType<typeof addJudgeable>>
const problems = {} as Record<'own' | 'hidden' | 'site', Problem>
const rows = {} as Record<'own' | 'bobs' | 'hidden' | 'site', Submission>

beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  for (const name of NAMES) people.set(name, await addPerson(site, name))
  people.set('root', await addPerson(site, 'root', { role: 'ROOT' }))
  people.set('setter', await addPerson(site, 'setter', { role: 'PROBLEM_ADMIN' }))
  people.set('teacher', await addPerson(site, 'teacher', { role: 'ADMIN' }))
  group = await addGroup(site, of('owner'), 'team')
  for (const [name, standing] of [
    ['ada', 'MEMBER'],
    ['bob', 'MEMBER'],
    ['admin', 'ADMIN'],
    ['chief', 'ROOT'],
    ['applicant', 'APPLIED'],
    ['left', 'MEMBER'],
  ] as const)
    await setStanding(site, group, of(name), standing)
  await setStanding(site, group, of('left'), null)
  problems.own = await addJudgeable(site, 'TEAM1', { groupId: group.id, visibility: 'GROUP' })
  problems.hidden = await addJudgeable(site, 'TEAM2', { groupId: group.id, visibility: 'HIDDEN' })
  problems.site = await addJudgeable(site, 'P1')
  rows.own = await add(problems.own, of('ada'))
  rows.bobs = await add(problems.own, of('bob'), { verdict: 'WRONG_ANSWER' })
  rows.hidden = await add(problems.hidden, of('ada'))
  rows.site = await add(problems.site, of('ada'))
})
afterAll(() => site.close())

async function add({ id: problemId, groupId }: Problem, { id: userId }: Person, fields: object = {}) {
  const row = await site.prisma.submission.create({
    data: {
      problemId,
      groupId,
      userId,
      language: 'cpp17',
      codeLength: 11,
      ip: '127.0.0.1',
      state: 'DONE',
      verdict: 'ACCEPTED',
      timeMs: 5,
      memoryKb: 900,
      ...fields,
      code: { create: { source: `code of ${userId}` } },
    },
  })
  await settle(contextOf(site, null), row.id)
  return row
}

const LIST = `query ($filter: SubmissionFilter) {
  submissions(first: 50, filter: $filter) { totalCount edges { node { number } } } }`
/** The numbers of a list; its total must be as many, and REST must say the same. */
async function listed(name: Name, filter: object): Promise<number[]> {
  const { data, errors } = await site.graphql(LIST, { filter }, asking(name))
  expect(errors).toBeUndefined()
  const numbers = data.submissions.edges.map(({ node }: { node: { number: number } }) => node.number)
  expect(data.submissions.totalCount).toBe(numbers.length)
  return numbers
}
const inGroup = (filter: object = {}) => ({ groupNumber: group.id, ...filter })

const ONE = 'query ($number: Int!) { submission(number: $number) { number source } }'
const NODE = 'query ($id: ID!) { node(id: $id) { ... on Submission { number source } } }'
/** The code of a row; null: it may not be read; undefined: the row is not seen, by any door. */
async function sourceOf(name: Name, { id }: Submission): Promise<string | null | undefined> {
  const one = (await site.graphql(ONE, { number: id }, asking(name))).data?.submission
  const { node } = (await site.graphql(NODE, { id: globalId('Submission', id) }, asking(name))).data
  expect(node ?? null).toEqual(one ?? null)
  const rest = await site.rest('GET', `/api/get-submission-detail?submitId=${id}`, asking(name))
  if (one?.source) expect(rest.data.submission.code).toBe(one.source)
  else expect(rest.data?.submission.code ?? '').not.toContain('code of 0')
  expect(rest.data === null).toBe(!one)
  return one ? one.source : undefined
}

describe('submissions of a group', () => {
  it('are seen by its members, and by staff that see everything (area-rules G13)', async () => {
    for (const name of EVERYBODY) {
      const sees = READERS.includes(name)
      expect([name, (await sourceOf(name, rows.own)) !== undefined]).toEqual([name, sees])
      expect([name, (await sourceOf(name, rows.hidden)) !== undefined]).toEqual([name, ROOTS.includes(name)])
      const all = ROOTS.includes(name)
        ? [rows.hidden.id, rows.bobs.id, rows.own.id]
        : sees
          ? [rows.bobs.id, rows.own.id]
          : []
      expect([name, await listed(name, inGroup())]).toEqual([name, all])
      expect(await listed(name, inGroup({ verdict: 'WRONG_ANSWER' }))).toEqual(sees ? [rows.bobs.id] : [])
      expect(await listed(name, inGroup({ username: 'bob' }))).toEqual(sees ? [rows.bobs.id] : [])
      expect(await listed(name, inGroup({ problem: 'TEAM', state: 'DONE' }))).toEqual(all)
      const rest = await site.rest('GET', `/api/get-submission-list?gid=${group.id}`, asking(name))
      expect(rest.data.records.map(({ submitId }: { submitId: number }) => submitId)).toEqual(all)
      expect(rest.data.total).toBe(all.length)
    }
  })

  it('are in no list of the site, no matter who reads it (area-rules G12)', async () => {
    for (const name of EVERYBODY) {
      expect([name, await listed(name, {})]).toEqual([name, [rows.site.id]])
      expect(await listed(name, { username: 'bob' })).toEqual([])
      expect(await listed(name, { problem: 'TEAM' })).toEqual([])
      expect(await listed(name, { verdict: 'WRONG_ANSWER' })).toEqual([])
      const rest = await site.rest('GET', '/api/get-submission-list?gid=0', asking(name))
      expect(rest.data.total).toBe(1)
    }
    expect(await listed('ada', { mine: true })).toEqual([rows.site.id])
    expect(await listed('ada', { mine: true, everywhere: true })).toEqual([rows.site.id, rows.own.id])
    expect(await listed('ada', inGroup({ mine: true }))).toEqual([rows.own.id])
  })

  it('show their code to roots and those who manage problems, and to members what is shared (area-rules G13)', async () => {
    const readers = async (row: Submission) => {
      const found: Name[] = []
      for (const name of EVERYBODY) if (await sourceOf(name, row)) found.push(name)
      return found
    }
    expect(await readers(rows.own)).toEqual(['ada', 'chief', 'owner', 'root', 'setter'])
    await site.prisma.submission.update({ where: { id: rows.own.id }, data: { shared: true } })
    expect(await readers(rows.own)).toEqual(READERS)
    await switches.set(contextOf(site, of('root')), { hideSources: true })
    expect(await readers(rows.own)).toEqual(['root', 'setter'])
    await switches.set(contextOf(site, of('root')), { hideSources: false })
  })

  it('say how far they are to those who see them, by their numbers', async () => {
    for (const name of EVERYBODY) {
      const body = { submitIds: [rows.own.id, rows.hidden.id, rows.site.id] }
      const { data } = await site.rest('POST', '/api/check-submissions-status', { body, ...asking(name) })
      const seen = [
        ...(READERS.includes(name) ? [rows.own.id] : []),
        ...(ROOTS.includes(name) ? [rows.hidden.id] : []),
        rows.site.id,
      ]
      expect([name, Object.keys(data).map(Number)]).toEqual([name, seen])
      if (data[rows.own.id]) expect(data[rows.own.id].gid).toBe(group.id)
      expect(data[rows.site.id].gid).toBeNull()
    }
  })

  it('refuse a list that is of two places', async () => {
    const { errors } = await site.graphql(LIST, { filter: inGroup({ contestNumber: 1 }) }, asking('ada'))
    expect(errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
  })

  it('leave the sight of anyone who leaves, and of all while the group is closed (area-rules G2, G5)', async () => {
    const mine = await add(problems.own, of('stranger'))
    await setStanding(site, group, of('stranger'), 'MEMBER')
    expect(await sourceOf('stranger', mine)).toBeTypeOf('string')
    await setStanding(site, group, of('stranger'), null)
    expect(await sourceOf('stranger', mine)).toBeUndefined()
    expect(await listed('stranger', inGroup())).toEqual([])
    expect(await listed('stranger', { mine: true, everywhere: true })).toEqual([])
    await site.prisma.group.update({ where: { id: group.id }, data: { disabled: true } })
    expect(await listed('chief', inGroup())).toEqual([])
    expect(await sourceOf('owner', mine)).toBeUndefined()
    await site.prisma.group.update({ where: { id: group.id }, data: { disabled: false } })
    await site.prisma.submission.delete({ where: { id: mine.id } })
  })
})

const LIVE = `subscription ($filter: SubmissionFilter) {
  submissionsChanged(filter: $filter) { change submission { number } } }`

const tell = (row: Submission, more: object = { groupId: row.groupId }) => {
  const { id: submissionId, userId, problemId, contestId } = row
  return emit(contextOf(site, null), 'submission.judged', {
    submissionId,
    userId,
    problemId,
    contestId,
    ...more,
  })
}

describe('live lists', () => {
  const follow = (name: Name, filter: object) => site.subscribe(LIVE, { filter }, asking(name))
  const numberOf = async (live: Awaited<ReturnType<typeof follow>>) =>
    (await live.next()).data.submissionsChanged.submission?.number

  it('of a group tell its members of its rows, and those of the site nobody (area-rules G13)', async () => {
    const lists = { ada: await follow('ada', inGroup()), chief: await follow('chief', inGroup()) }
    const [ofSite, ofRoot] = [await follow('ada', {}), await follow('root', {})]
    await tell(rows.hidden)
    await tell(rows.own)
    await tell(rows.site)
    expect(await numberOf(lists.ada)).toBe(rows.own.id)
    expect(await numberOf(lists.chief)).toBe(rows.hidden.id)
    expect(await numberOf(lists.chief)).toBe(rows.own.id)
    expect(await numberOf(ofSite)).toBe(rows.site.id)
    expect(await numberOf(ofRoot)).toBe(rows.site.id)
    for (const live of [lists.ada, lists.chief, ofSite, ofRoot]) expect(live.received).toEqual([])
  })

  it('read the row where an older judge host leaves out which group it is of', async () => {
    const [ofGroup, ofSite] = [await follow('bob', inGroup()), await follow('root', {})]
    await tell(rows.own, {})
    await tell(rows.site, {})
    await tell(rows.bobs, {})
    expect(await numberOf(ofGroup)).toBe(rows.own.id)
    expect(await numberOf(ofGroup)).toBe(rows.bobs.id)
    expect(await numberOf(ofSite)).toBe(rows.site.id)
    expect([...ofGroup.received, ...ofSite.received]).toEqual([])
  })

  it('are refused to others, and end for anyone who leaves (area-rules G5)', async () => {
    const endOf = async (live: Awaited<ReturnType<typeof follow>>) =>
      JSON.stringify(
        await live.next().then(
          (told) => told.errors ?? told,
          (errors: unknown) => errors,
        ),
      )
    expect(await endOf(await follow('stranger', inGroup()))).toContain('NOT_FOUND')
    await setStanding(site, group, of('left'), 'MEMBER')
    const list = await follow('left', inGroup())
    const row = await site.subscribe(
      'subscription ($id: ID!) { submissionChanged(id: $id) { number } }',
      { id: globalId('Submission', rows.own.id) },
      asking('left'),
    )
    expect((await row.next()).data.submissionChanged.number).toBe(rows.own.id)
    await setStanding(site, group, of('left'), null)
    for (const live of [list, row]) expect(await endOf(live)).toContain('NOT_FOUND')
  })
})

// Last, because it goes on by itself.
it('judges submissions of a group again with its problem, and those of the site with theirs', async () => {
  const start = async (problem: Problem) => {
    const query = 'mutation ($input: RejudgeInput!) { rejudge(input: $input) { id number } }'
    const { data, errors } = await site.graphql(
      query,
      { input: { target: { problemId: problem.globalId } } },
      asking('root'),
    )
    expect(errors).toBeUndefined()
    const where = { rejudgingId: data.rejudge.number }
    const entries = await site.prisma.rejudgingEntry.findMany({ where, orderBy: { submissionId: 'asc' } })
    return entries.map(({ submissionId }) => submissionId)
  }
  expect(await start(problems.own)).toEqual([rows.own.id, rows.bobs.id])
  expect(await start(problems.site)).toEqual([rows.site.id])
})

it('tells who left nothing of outcomes that change after that (area-rules G5, M5)', async () => {
  const told: string[] = []
  for (const name of ['bob', 'left'] as const) {
    const submission = await site.prisma.submission.findUniqueOrThrow({ where: { id: rows.bobs.id } })
    const own = { ...submission, userId: of(name).id }
    if (name === 'left')
      await site.prisma.submission.update({ where: { id: own.id }, data: { userId: own.userId } })
    await transact(contextOf(site, null), (ctx) =>
      tellOfOutcome(ctx, own, {
        message: 'rejudged',
        before: { verdict: 'WRONG_ANSWER', score: 0 },
        after: { verdict: 'ACCEPTED', score: 100 },
        at: new Date(),
        dedupeKey: `rejudged by ${name}`,
      }),
    )
    const where = { userId: of(name).id, messageKey: 'rejudged' }
    if ((await site.prisma.notification.count({ where })) > 0) told.push(name)
  }
  expect(told).toEqual(['bob'])
})
