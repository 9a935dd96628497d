import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Operation, Prisma, Submission } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { notify } from '#server/modules/notification/notification.ts'
import { switches } from '#server/modules/site/site.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { askSocket, openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

/** What a connection may do that was opened before its owner lost a right: what a new one of theirs may, no more. */

let site: Site
let bob: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
let shown: Submission
let hidden: Submission
let operation: Operation
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  const root = await addPerson(site, 'root', { role: 'ROOT' })
  await switches.set(contextOf(site, root), { submitIntervalSeconds: 0 })
  bob = await addPerson(site, 'bob')
  problem = await addJudgeable(site, 'S1')
  const closed = await addJudgeable(site, 'S2', { visibility: 'HIDDEN' })
  const sent = (problemId: number) => ({
    data: {
      problemId,
      userId: bob.id,
      language: 'cpp17',
      codeLength: 11,
      ip: '127.0.0.1',
      state: 'DONE' as const,
      verdict: 'ACCEPTED' as const,
      code: { create: { source: 'secret code' } },
    },
  })
  shown = await site.prisma.submission.create(sent(problem.id))
  hidden = await site.prisma.submission.create(sent(closed.id))
  operation = await site.prisma.operation.create({ data: { kind: 'REJUDGING', total: 0 } })
})
afterAll(() => site.close())

const opened: RawSocket[] = []
const greet = async (person: Person, at = site) => {
  const raw = await openRawSocket(at.url, {
    init: { Authorization: person.token, 'Accept-Language': 'en-US' },
  })
  opened.push(raw)
  return raw
}
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.terminate()
})

let asked = 0
const ask = async (raw: RawSocket, query: string, variables: object = {}) => {
  const [frame] = await askSocket(raw, `q${++asked}`, { query, variables })
  return frame?.type === 'error' ? { errors: frame.payload } : frame?.payload
}
const become = (person: Person, data: Prisma.UserUpdateInput) =>
  site.prisma.user.update({ where: { id: person.id }, data })

const SOURCE = 'query ($number: Int!) { submission(number: $number) { source } }'
const sourceOf = (raw: RawSocket, { id }: Submission) => ask(raw, SOURCE, { number: id })
const REJUDGE = 'mutation ($id: ID!) { rejudgeSubmission(input: { id: $id }) { number } }'
const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { number } }'
const sending = () => ({ input: { problemId: problem.globalId, language: 'cpp17', source: 'int main() {}' } })
const happened = ({ id, problemId }: Submission) =>
  emit(contextOf(site, null), 'submission.changed', {
    submissionId: id,
    userId: bob.id,
    problemId,
    contestId: null,
  })

describe('a socket that is open already', () => {
  it('reads and rejudges nothing of others any more when its owner is no administrator any more', async () => {
    const admin = await addPerson(site, 'once-admin', { role: 'ROOT' })
    const raw = await greet(admin)
    expect(await sourceOf(raw, shown)).toMatchObject({ data: { submission: { source: 'secret code' } } })
    expect(await sourceOf(raw, hidden)).toMatchObject({ data: { submission: { source: 'secret code' } } })

    await become(admin, { role: 'USER' })
    expect(await sourceOf(raw, shown)).toMatchObject({ data: { submission: { source: null } } })
    expect(JSON.stringify(await sourceOf(raw, hidden))).toContain('NOT_FOUND')
    const rejudged = await ask(raw, REJUDGE, { id: globalId('Submission', shown.id) })
    expect(rejudged.errors[0].extensions.code).toBe('FORBIDDEN')
    expect(await site.prisma.rejudging.count()).toBe(0)
  })

  it('sends nothing in any more when its owner may not', async () => {
    const carol = await addPerson(site, 'carol')
    const raw = await greet(carol)
    expect((await ask(raw, SUBMIT, sending())).errors).toBeUndefined()
    await become(carol, { role: 'NO_SUBMIT' })
    expect((await ask(raw, SUBMIT, sending())).errors[0].extensions.code).toBe('SUBMIT_BANNED')
    expect(await site.prisma.submission.count({ where: { userId: carol.id } })).toBe(1)
  })

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['disabled', (person) => become(person, { disabled: true })],
    ['deleted', (person) => site.prisma.user.delete({ where: { id: person.id } })],
  ])('is closed as soon as its account is %s, whether it follows something or not', async (_, end) => {
    const streams = STREAMS.map(
      ([, query]) =>
        async () =>
          query(),
    )
    const kept = KEPT.map(
      ([, begin]) =>
        async (person: Person) =>
          (await begin(person)).query,
    )
    for (const query of [null, ...streams, ...kept]) {
      const dan = await addPerson(site, `dan ${++asked}`, { role: 'ROOT' })
      const raw = await greet(dan)
      if (query) await follow(raw, await query(dan))
      const before = Date.now()
      await end(dan)
      expect((await raw.closed).code).toBe(4403)
      expect(Date.now() - before).toBeLessThan(1000)
    }
  })

  it('does nothing more for a session that was deleted directly in the database', async () => {
    // Whether an operation overtakes the end of its socket is chance, so that many try.
    const people = await Promise.all(Array.from({ length: 20 }, (_, at) => addPerson(site, `eve${at}`)))
    const userId = { in: people.map(({ id }) => id) }
    const sockets = await Promise.all(people.map((person) => greet(person)))
    await site.prisma.session.deleteMany({ where: { userId } })
    for (const raw of sockets) {
      raw.send({ id: '1', type: 'subscribe', payload: { query: SUBMIT, variables: sending() } })
      expect((await raw.closed).code).toBe(4403)
    }
    expect(await site.prisma.submission.count({ where: { userId } })).toBe(0)
  })
})

/** Streams that many share, and streams of one alone, which read what is its owner's. */
const STREAMS: [name: string, query: () => string][] = [
  ['a list that is shared', () => 'subscription { submissionsChanged { submission { number } } }'],
  [
    'a list of one alone',
    () => 'subscription { submissionsChanged { submission { number viewerIsAuthor } } }',
  ],
  ['a submission that is shared', () => ofHidden('number')],
  ['a submission of one alone', () => ofHidden('number viewerIsAuthor')],
  [
    'an operation',
    () => `subscription { operationChanged(id: "${globalId('Operation', operation.id)}") { id } }`,
  ],
]
const ofHidden = (fields: string) =>
  `subscription { submissionChanged(id: "${globalId('Submission', hidden.id)}") { ${fields} } }`

/** What a judge says of its inside, which is for staff. */
const INSIDE = '@hostSandbox\ncgroup: no such file'
const TOLD = 'The sandbox does not work'
const TOLD_STAFF = `${TOLD}\ncgroup: no such file`

type KeptStream = { query: string; happen(): Promise<unknown>; before: object | null; after: object }

/** Streams of what is their reader's own or for everybody, which staff are told more of, or not. */
const KEPT: [name: string, begin: (person: Person) => Promise<KeptStream>][] = [
  [
    'a test run',
    async ({ id: userId }) => {
      const id = `trial of ${userId}`
      const verdict = { state: 'DONE', verdict: 'JUDGE_ERROR', message: INSIDE } as const
      await site.prisma.trial.create({ data: { id, userId, problemId: problem.id, task: {}, ...verdict } })
      return {
        query: `subscription { told: trialChanged(id: "${globalId('Trial', id)}") { message } }`,
        happen: () => emit(contextOf(site, null), 'trial.progressed', { trialId: id, userId }),
        before: { message: TOLD_STAFF },
        after: { message: TOLD },
      }
    },
  ],
  [
    'what is not read yet',
    async ({ id: userId }) => ({
      query: 'subscription { told: unreadChanged { total } }',
      happen: async () => {
        const at = new Date().toISOString()
        await notify(contextOf(site, null), { userId, kind: 'SYS', message: 'passwordReset', at })
      },
      before: null,
      after: { total: 1 },
    }),
  ],
  [
    'the judge hosts',
    async () => {
      const id = 'host of the tests'
      const profile = { cores: 1, slots: 1, languages: [], protections: [] }
      const beatAt = new Date(Date.now() + 3_600_000)
      const host = { name: 'north', reason: INSIDE, profile, beatAt }
      await site.prisma.judgeHost.upsert({ where: { id }, create: { id, ...host }, update: {} })
      return {
        query: 'subscription { told: judgingChanged { hosts { reason } } }',
        happen: () => emit(contextOf(site, null), 'host.changed', { hostId: id }),
        before: { hosts: [{ reason: TOLD_STAFF }] },
        after: { hosts: [{ reason: TOLD }] },
      }
    },
  ],
]

async function follow(raw: RawSocket, query: string) {
  raw.send({ id: 'all', type: 'subscribe', payload: { query } })
  await ask(raw, '{ __typename }')
}

describe('a stream of a socket whose owner becomes somebody who may see less', () => {
  it.each(STREAMS.slice(0, 2))(
    'sends only what its owner may still see from the next event on: %s',
    async (_, query) => {
      const admin = await addPerson(site, `lists ${++asked}`, { role: 'ROOT' })
      const raw = await greet(admin)
      await follow(raw, query())
      const next = async () =>
        (await raw.frame(({ id }) => id === 'all')).payload.data.submissionsChanged.submission.number
      await happened(hidden)
      while ((await next()) !== hidden.id);

      await become(admin, { role: 'USER' })
      await happened(hidden)
      await happened(shown)
      const heard = [await next()]
      while (heard.at(-1) !== shown.id) heard.push(await next())
      expect(heard).not.toContain(hidden.id)
      // And more again, as soon as its owner may.
      await become(admin, { role: 'PROBLEM_ADMIN' })
      await happened(hidden)
      await expect.poll(() => numbersOf(raw)).toContain(hidden.id)
    },
  )

  it.each(STREAMS.slice(2))('ends when its owner may see nothing of it any more: %s', async (_, query) => {
    const admin = await addPerson(site, `ones ${++asked}`, { role: 'ROOT' })
    const raw = await greet(admin)
    await follow(raw, query())
    expect((await raw.frame(({ id }) => id === 'all')).payload.errors).toBeUndefined()
    await become(admin, { role: 'USER' })
    await happened(hidden)
    const refused = await raw.frame(({ id, type }) => id === 'all' && type === 'next')
    expect(refused.payload.errors[0].extensions.code).toMatch(/NOT_FOUND|FORBIDDEN/)
    await raw.frame(({ id, type }) => id === 'all' && type === 'complete')
    // The socket itself serves on.
    expect(await ask(raw, '{ viewer { user { role } } }')).toEqual({
      data: { viewer: { user: { role: 'USER' } } },
    })
  })

  it.each(KEPT)('goes on with what the new role of its owner may see: %s', async (_, begin) => {
    const admin = await addPerson(site, `keeps ${++asked}`, { role: 'ROOT' })
    const raw = await greet(admin)
    const { query, happen, before, after } = await begin(admin)
    await follow(raw, query)
    const next = async () => (await raw.frame(({ id }) => id === 'all')).payload
    if (before) expect(await next()).toEqual({ data: { told: before } })
    await become(admin, { role: 'NO_SUBMIT' })
    await happen()
    expect(await next()).toEqual({ data: { told: after } })
    await happen()
    await ask(raw, '{ __typename }')
    for (const { id, payload } of raw.left()) if (id === 'all') expect(payload.errors).toBeUndefined()
    expect(JSON.stringify(raw.left())).not.toContain('cgroup')
  })

  it('asks the database nothing about its owner when something happens', async () => {
    const raws = await Promise.all([1, 2, 3].map(async (at) => greet(await addPerson(site, `many ${at}`))))
    for (const raw of raws) await follow(raw, STREAMS[1]?.[1]() ?? '')
    const owners = vi.spyOn(site.house.database.pool, 'query')
    await happened(shown)
    for (const raw of raws) await raw.frame(({ id }) => id === 'all')
    expect(owners.mock.calls.filter(([asked]) => JSON.stringify(asked).includes('owners'))).toEqual([])
    owners.mockRestore()
  })
})

const numbersOf = (raw: RawSocket) =>
  raw.left().map(({ payload }) => payload?.data?.submissionsChanged?.submission.number)

describe('the sweep of open sockets', () => {
  let swept: Site
  beforeAll(async () => {
    swept = await startSite({ LOG_LEVEL: 'silent', RECHECK_MS: '200' })
  })
  afterAll(() => swept.close())

  it('finds sessions and roles that were changed directly in the database', async () => {
    const people = await Promise.all(
      ['out', 'down', 'same'].map((name) => addPerson(swept, name, { role: 'ROOT' })),
    )
    const [out, down, same] = await Promise.all(people.map((person) => greet(person, swept)))
    if (!out || !down || !same) throw new Error('a socket is missing')
    const operation = await swept.prisma.operation.create({ data: { kind: 'REJUDGING', total: 0 } })
    const query = `subscription { operationChanged(id: "${globalId('Operation', operation.id)}") { id } }`
    for (const raw of [out, down, same]) {
      await follow(raw, query)
      await raw.frame(({ id }) => id === 'all')
    }
    await swept.prisma.$executeRaw`alter table "User" disable trigger all`
    await swept.prisma.user.update({ where: { id: people[1]?.id ?? '' }, data: { role: 'USER' } })
    await swept.prisma.session.deleteMany({ where: { userId: people[0]?.id ?? '' } })
    expect((await out.closed).code).toBe(4403)
    const refused = await down.frame(({ id, type }) => id === 'all' && type === 'next')
    expect(refused.payload.errors[0].extensions.code).toMatch(/NOT_FOUND|FORBIDDEN/)
    expect(same.left()).toEqual([])
  })
})
