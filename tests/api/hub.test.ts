import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import arrivals from '#client/__generated__/SubmissionListPageSubscription.graphql.ts'
import type { Locale } from '#locales/i18n.ts'
import { createTranslator } from '#locales/translator.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import { emit } from '#server/events.ts'
import { addJudgeable, globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { askSocket, openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type ServerProcess, startServerProcess } from '../support/serverProcess.ts'
import { type Site, startSite } from '../support/site.ts'

/** Streams that many follow: one reading for all who see the same, and no difference to be noticed. */

let site: Site
let ada: Person
let bob: Person
let root: Person
let problem: Awaited<ReturnType<typeof addJudgeable>>
let base = 0
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
  bob = await addPerson(site, 'bob')
  problem = await addJudgeable(site, 'H1')
  base = listeners()
})
afterAll(() => site.close())

const listeners = () => site.house.events.listenerCount()

const opened: RawSocket[] = []
const open = async (person: Person | null = null, locale = 'en-US', url = site.url) => {
  const raw = await openRawSocket(url, {
    init: { 'Accept-Language': locale, ...(person ? { Authorization: person.token } : {}) },
  })
  opened.push(raw)
  return raw
}
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate()
  await expect.poll(listeners, { timeout: 5000 }).toBe(base)
})

/** Follows and resolves once the server has taken it. */
async function follow(raw: RawSocket, query: string, extensions: object = {}, variables: object = {}) {
  raw.send({ id: 'live', type: 'subscribe', payload: { query, extensions, variables } })
  await askSocket(raw, 'settled', { query: '{ __typename }' })
}
const heard = async (raw: RawSocket) => (await raw.frame(({ id }) => id === 'live')).payload

/** The next that is heard of one submission; a clock that is a moment behind lets others be heard again. */
const heardOf = (raw: RawSocket, number: number) =>
  raw
    .frame(
      ({ id, payload }) => id === 'live' && payload.data?.submissionsChanged.submission?.number === number,
    )
    .then(({ payload }) => payload)

const send = (data: Partial<Prisma.SubmissionUncheckedCreateInput> = {}) =>
  site.prisma.submission.create({
    data: {
      problemId: problem.id,
      userId: ada.id,
      language: 'cpp17',
      codeLength: 11,
      ip: '127.0.0.1',
      code: { create: { source: 'the code of ada' } },
      ...data,
    },
  })
const tell = (
  name: 'submission.created' | 'submission.changed',
  { id, problemId, userId }: { id: number; problemId: number; userId: string },
) => emit(contextOf(site, null), name, { submissionId: id, userId, problemId, contestId: null })

const LIST = 'subscription { submissionsChanged { created submission { number state } } }'
const row = (number: number, state: string, created: boolean) => ({
  data: { submissionsChanged: { created, submission: { number, state } } },
})

const WAITING = `select from pg_locks join pg_database on oid = database
  where not granted and datname = current_database()`

/** Holds up every reading of submissions, and waits until one is held up. */
async function holdReading() {
  const client = new pg.Client(site.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('lock table "Submission" in access exclusive mode')
  return {
    untilHeld: () => expect.poll(async () => (await client.query(WAITING)).rowCount).toBeGreaterThan(0),
    release: () => client.end(),
  }
}

/** Emits and resolves once this process has heard it. */
async function tellHere(...told: Parameters<typeof tell>) {
  const { events } = site.house
  const before = events.version(told[0])
  await tell(...told)
  await expect.poll(() => events.version(told[0]), { interval: 5 }).toBeGreaterThan(before)
}

describe('those who see the same', () => {
  it('share no stream with staff who also see rows of their own', async () => {
    const admin = await addPerson(site, 'carol', { role: 'ADMIN' })
    const hidden = await addJudgeable(site, 'H2', { authorId: admin.id, visibility: 'HIDDEN' })
    const [hers, his] = [await open(admin), await open(bob)]
    await follow(hers, LIST)
    await follow(his, LIST)
    const [secret, open_] = [await send({ problemId: hidden.id }), await send()]
    for (const sent of [secret, open_]) await tell('submission.created', sent)
    expect(await heardOf(hers, secret.id)).toEqual(row(secret.id, 'QUEUED', true))
    expect(await heard(his)).toEqual(row(open_.id, 'QUEUED', true))
  })

  it('get later events after a failed read of the database', async () => {
    const guests = await Promise.all(Array.from({ length: 5 }, () => open()))
    for (const raw of guests) await follow(raw, LIST)
    const sent = await send()
    await site.prisma.$executeRaw`alter table "Submission" rename to "Away"`
    await tell('submission.created', sent)
    await expect.poll(listeners).toBe(base)
    await site.prisma.$executeRaw`alter table "Away" rename to "Submission"`
    for (const raw of guests) expect(await heardOf(raw, sent.id)).toEqual(row(sent.id, 'QUEUED', true))
  })

  it('share one stream, no matter who they are', async () => {
    const guests = await Promise.all(Array.from({ length: 20 }, () => open()))
    const users = await Promise.all([ada, bob].map((person) => open(person)))
    for (const raw of [...guests, ...users]) await follow(raw, LIST)
    expect(listeners() - base).toBe(2)
    const sent = await send()
    await tell('submission.created', sent)
    for (const raw of [...guests, ...users]) expect(await heard(raw)).toEqual(row(sent.id, 'QUEUED', true))
  })

  it('share the stream of the list page, though each marks own rows there', async () => {
    const lists = await Promise.all([ada, bob].map((person) => open(person)))
    const text = arrivals.params.text ?? ''
    for (const raw of lists) await follow(raw, text, {}, { filter: {} })
    await tell('submission.changed', await send())
    for (const raw of lists)
      expect((await heard(raw)).data.submissionsChanged.submission.user.id).toBe(globalId('User', ada.id))
    expect(listeners() - base).toBe(1)
  })

  it('are told what went wrong in their own language, and hear on', async () => {
    const query = 'subscription { submissionsChanged { submission { number problem { title } } } }'
    const all = [await open(), await open(), await open(null, 'zh-CN')]
    for (const raw of all) await follow(raw, query)
    expect(listeners() - base).toBe(2)
    const sent = await send()
    await site.prisma.$executeRaw`alter table "Statement" rename to "Away"`
    await tell('submission.created', sent)
    const errors = []
    for (const raw of all) errors.push((await heard(raw)).errors[0].message)
    await site.prisma.$executeRaw`alter table "Away" rename to "Statement"`
    const wordsIn = (locale: Locale) => createTranslator(locale)('app:error.server')
    expect(errors).toEqual([wordsIn('en-US'), wordsIn('en-US'), wordsIn('zh-CN')])
    await tell('submission.changed', sent)
    const titles = []
    for (const raw of all)
      titles.push((await heardOf(raw, sent.id)).data.submissionsChanged.submission.problem.title)
    expect(titles).toEqual(['The sum of H1', 'The sum of H1', 'H1 之和'])
  })

  it('are served apart when they name different things', async () => {
    const [one, other] = [await open(), await open()]
    await follow(one, LIST)
    await follow(other, LIST.replace('submissionsChanged', 'submissionsChanged(filter: { language: "c11" })'))
    const [cpp, c] = [await send(), await send({ language: 'c11' })]
    await tell('submission.created', cpp)
    await tell('submission.created', c)
    expect(await heard(other)).toEqual(row(c.id, 'QUEUED', true))
    expect(await heard(one)).toEqual(row(cpp.id, 'QUEUED', true))
  })

  it('are told in their own language', async () => {
    const query = `subscription { submissionsChanged { submission { problem { title } } } }`
    const [english, chinese] = [await open(), await open(null, 'zh-CN')]
    await follow(english, query)
    await follow(chinese, query)
    await tell('submission.changed', await send())
    const titleOf = async (raw: RawSocket) =>
      (await heard(raw)).data.submissionsChanged.submission.problem.title
    expect(await titleOf(english)).toBe('The sum of H1')
    expect(await titleOf(chinese)).toBe('H1 之和')
  })

  it('each hear what is theirs alone, where it is asked for', async () => {
    const query = 'subscription { submissionsChanged { submission { number viewerIsAuthor source } } }'
    const [hers, his] = [await open(ada), await open(bob)]
    await follow(hers, query)
    await follow(his, query)
    const sent = await send()
    await tell('submission.changed', sent)
    const submissionOf = async (raw: RawSocket) =>
      (await heardOf(raw, sent.id)).data.submissionsChanged.submission
    expect(await submissionOf(hers)).toEqual({
      number: sent.id,
      viewerIsAuthor: true,
      source: 'the code of ada',
    })
    expect(await submissionOf(his)).toEqual({ number: sent.id, viewerIsAuthor: false, source: null })
  })

  it('do not hear what only others of the same page may see', async () => {
    const hidden = await addJudgeable(site, `H${Date.now()}`, { visibility: 'HIDDEN' })
    const [guest, admin] = [await open(), await open(root)]
    await follow(guest, LIST)
    await follow(admin, LIST)
    const [secret, open_] = [await send({ problemId: hidden.id }), await send()]
    await tell('submission.created', secret)
    await tell('submission.created', open_)
    expect(await heard(guest)).toEqual(row(open_.id, 'QUEUED', true))
    expect(await heard(admin)).toEqual(row(secret.id, 'QUEUED', true))
  })
})

describe('a newcomer to a stream', () => {
  it('hears what happened since its page was read, in the newest words', async () => {
    const early = await open()
    await follow(early, LIST)
    const since = Date.now()
    const sent = await send()
    await tell('submission.created', sent)
    expect(await heardOf(early, sent.id)).toEqual(row(sent.id, 'QUEUED', true))
    await site.prisma.submission.update({ where: { id: sent.id }, data: { state: 'RUNNING' } })
    await tell('submission.changed', sent)
    expect(await heardOf(early, sent.id)).toEqual(row(sent.id, 'RUNNING', false))

    const [late, later] = [await open(), await open()]
    await follow(late, LIST, { since })
    expect(await heardOf(late, sent.id)).toEqual(row(sent.id, 'QUEUED', true))
    expect(await heardOf(late, sent.id)).toEqual(row(sent.id, 'RUNNING', false))
    await follow(later, LIST)
    const next = await send()
    await tell('submission.created', next)
    expect(await heardOf(later, next.id)).toEqual(row(next.id, 'QUEUED', true))
    expect(listeners() - base).toBe(1)
  })

  it('misses nothing when its page is older than the stream', async () => {
    const sent = await send()
    await tell('submission.created', sent)
    const first = await open()
    // The event has reached this process once its own stream tells of it.
    await follow(first, LIST, { since: Date.now() - 1000 })
    await expect.poll(() => first.left().length).toBeGreaterThan(0)
    const old = await open()
    await follow(old, LIST, { since: Date.now() - 50_000 })
    await expect.poll(() => JSON.stringify(old.left()), { timeout: 5000 }).toContain(`"number":${sent.id}`)
  })

  it('that comes while a row is read gets each unread row once', async () => {
    const [first, second] = [await send(), await send()]
    const early = await open()
    await follow(early, LIST)
    const since = Date.now()
    const reading = await holdReading()
    await tellHere('submission.changed', first)
    await reading.untilHeld()
    await tellHere('submission.created', second)
    const [reader, newcomer] = [await open(), await open()]
    await follow(reader, LIST, { since })
    await follow(newcomer, LIST)
    await tellHere('submission.changed', second)
    await reading.release()

    const [older, came, changed] = [
      row(first.id, 'QUEUED', false),
      row(second.id, 'QUEUED', true),
      row(second.id, 'QUEUED', false),
    ]
    for (const told of [older, came, changed]) {
      const { number } = told.data.submissionsChanged.submission
      for (const raw of [early, reader]) expect(await heardOf(raw, number)).toEqual(told)
    }
    expect(await heard(newcomer)).toEqual(changed)
    expect([early, newcomer].flatMap((raw) => raw.left())).toEqual([])
    expect(listeners() - base).toBe(1)
  })

  it('gets the present row of one thing at once', async () => {
    const sent = await send({ state: 'RUNNING' })
    const query = `subscription { submissionChanged(id: "${globalId('Submission', sent.id)}") { number state } }`
    for (let at = 0; at < 3; at++) {
      const raw = await open()
      await follow(raw, query)
      expect(await heard(raw)).toEqual({ data: { submissionChanged: { number: sent.id, state: 'RUNNING' } } })
    }
    expect(listeners() - base).toBe(1)
  })

  it('is refused what it may not see, though others are shown it', async () => {
    const hidden = await addJudgeable(site, `N${Date.now()}`, { visibility: 'HIDDEN' })
    const sent = await send({ problemId: hidden.id })
    const query = `subscription { submissionChanged(id: "${globalId('Submission', sent.id)}") { number } }`
    const [admin, guest] = [await open(root), await open()]
    await follow(admin, query)
    expect(await heard(admin)).toEqual({ data: { submissionChanged: { number: sent.id } } })
    await follow(guest, query)
    expect((await heard(guest)).errors[0].extensions.code).toBe('NOT_FOUND')
  })
})

describe('a line', () => {
  it('that reads slowly gets only the newest state of each row', async () => {
    const slow = await open()
    await follow(slow, 'subscription { submissionsChanged { submission { number judgedBy } } }')
    slow.socket.pause()
    const rows = [await send(), await send()]
    // Each telling is longer than what a line may have before it.
    for (let at = 0; at < 30; at++) {
      for (const sent of rows) {
        await site.prisma.submission.update({
          where: { id: sent.id },
          data: { judgedBy: `${at} ${'x'.repeat(200_000)}` },
        })
        await tell('submission.changed', sent)
      }
    }
    slow.socket.resume()
    const told = new Map<number, string[]>(rows.map(({ id }) => [id, []]))
    const lastOf = ({ id }: { id: number }) => told.get(id)?.at(-1)
    while (rows.some((sent) => lastOf(sent) !== '29')) {
      const { number, judgedBy } = (await heard(slow)).data.submissionsChanged.submission
      told.get(number)?.push(judgedBy?.split(' ')[0])
    }
    for (const words of told.values()) expect(words.length).toBeLessThan(30)
  })

  it('that has too many rows waiting is disconnected, so that it reads its pages again', async () => {
    const query = `subscription { submissionsChanged { submission { number judgedBy } } }`
    const slow = await open()
    await follow(slow, query)
    slow.socket.pause()
    const rows = await Promise.all(Array.from({ length: 320 }, () => send()))
    await site.prisma.submission.updateMany({
      where: { id: { in: rows.map(({ id }) => id) } },
      data: { judgedBy: 'x'.repeat(100_000) },
    })
    for (const sent of rows) await tell('submission.changed', sent)
    slow.socket.resume()
    expect((await slow.closed).code).toBe(1013)
  })

  it('stops hearing when it says so, and others go on', async () => {
    const [one, other] = [await open(), await open()]
    await follow(one, LIST)
    await follow(other, LIST)
    one.send({ id: 'live', type: 'complete' })
    await askSocket(one, 'after', { query: '{ __typename }' })
    const sent = await send()
    await tell('submission.created', sent)
    expect(await heard(other)).toEqual(row(sent.id, 'QUEUED', true))
    expect(one.left().filter(({ id }) => id === 'live')).toEqual([])
  })
})

describe('another process', () => {
  let second: ServerProcess
  beforeAll(async () => {
    second = await startServerProcess(site)
  }, 120_000)
  afterAll(() => second.stop())
  const openThere = () => open(null, 'en-US', second.url)

  it('tells the same, also to a page that was read here before', async () => {
    const [here, there] = [await open(), await openThere()]
    await follow(here, LIST)
    await follow(there, LIST)
    const since = Date.now()
    const sent = await send()
    await tell('submission.created', sent)
    const told = row(sent.id, 'QUEUED', true)
    expect([await heard(here), await heard(there)]).toEqual([told, told])
    const moved = await openThere()
    await follow(moved, LIST, { since })
    expect(await heard(moved)).toEqual(told)
  })

  it('knows of a demotion before the next event', async () => {
    const admin = await addPerson(site, 'elsewhere', { role: 'ROOT' })
    const hidden = await addJudgeable(site, 'H9', { visibility: 'HIDDEN' })
    const there = await open(admin, 'en-US', second.url)
    await follow(there, LIST)
    const [secret, shown] = [await send({ problemId: hidden.id }), await send()]
    await tell('submission.created', secret)
    await heardOf(there, secret.id)
    await site.prisma.user.update({ where: { id: admin.id }, data: { role: 'USER' } })
    for (const sent of [secret, shown]) await tell('submission.changed', sent)
    await heardOf(there, shown.id)
    expect(JSON.stringify(there.left())).not.toContain(`"number":${secret.id}`)
  })
})
