import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { emit, LISTENING } from '#server/events.ts'
import { endSession } from '#server/modules/user/session.ts'
import { globalId } from '../support/judgeable.ts'
import { addPerson, contextOf, type Person } from '../support/people.ts'
import { askPlainly } from '../support/rawHttp.ts'
import { askSocket, openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let ada: Person
/** What the server itself listens to. */
let base = 0
beforeAll(async () => {
  site = await startSite({ LOG_LEVEL: 'silent' })
  ada = await addPerson(site, 'ada')
  base = listenerCount()
})
afterAll(() => site.close())

const listenerCount = () => site.house.events.listenerCount()

const opened: RawSocket[] = []
const open = async (options: Parameters<typeof openRawSocket>[1] = {}) => {
  const raw = await openRawSocket(site.url, options)
  opened.push(raw)
  return raw
}
const english = { init: { 'Accept-Language': 'en-US' } }

afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate()
  // Whatever a test followed, nobody listens for it any more.
  await expect.poll(listenerCount, { timeout: 5000 }).toBe(base)
})

const JUDGING = 'subscription { judgingChanged { queueLength } }'
const ANNOUNCED = 'subscription { siteNoticeChanged { id title content } }'

/** Resolves once the server has taken what was sent before. */
const settled = (raw: RawSocket, id = 'settled') => askSocket(raw, id, { query: '{ __typename }' })

describe('a socket', () => {
  it('is closed when it subscribes before connection_init', async () => {
    const raw = await open({ init: null })
    raw.send({ id: '1', type: 'subscribe', payload: { query: JUDGING } })
    expect((await raw.closed).code).toBe(4401)
  })

  it.each([
    ['no JSON', '{"type":'],
    ['no message', '[]'],
    ['an unknown message', { type: 'shutdown' }],
    ['no id', { type: 'subscribe', payload: { query: '{ __typename }' } }],
    ['an empty id', { id: '', type: 'subscribe', payload: { query: '{ __typename }' } }],
    ['no query', { id: '1', type: 'subscribe', payload: {} }],
    ['a query that is none', { id: '1', type: 'subscribe', payload: { query: 1 } }],
    [
      'variables that are none',
      { id: '1', type: 'subscribe', payload: { query: '{ __typename }', variables: 'x' } },
    ],
  ])('is closed for %s', async (_, frame) => {
    const raw = await open(english)
    raw.send(frame)
    const { code, reason } = await raw.closed
    expect(code).toBe(4400)
    expect(reason).toBe('Invalid message received')
  })

  it('is closed for what only a server says, without telling how it broke', async () => {
    const raw = await open(english)
    raw.send({ id: '1', type: 'next', payload: { data: {} } })
    expect(await raw.closed).toEqual({ code: 4500, reason: 'Internal server error' })
  })

  it('is closed for bytes, for long frames and for wrong ones', async () => {
    const bytes = await open(english)
    bytes.send(Buffer.from([1, 2, 3]))
    expect((await bytes.closed).code).toBe(1003)

    const long = await open(english)
    long.send(' '.repeat(300_000))
    expect((await long.closed).code).toBe(1009)

    const broken = await open(english)
    // A frame with reserved bits, as no client writes it.
    ;(broken.socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(
      Buffer.from([0xf1, 0x80, 0, 0, 0, 0]),
    )
    expect((await broken.closed).code).toBe(1002)
    expect((await site.graphql('{ __typename }')).http).toBe(200)
  })

  it('greets once, and names what it asks once', async () => {
    const greeting = await open(english)
    greeting.send({ type: 'connection_init' })
    expect((await greeting.closed).code).toBe(4429)

    const naming = await open(english)
    naming.send({ id: '1', type: 'subscribe', payload: { query: JUDGING } })
    naming.send({ id: '1', type: 'subscribe', payload: { query: JUDGING } })
    expect((await naming.closed).code).toBe(4409)
  })

  it('opens at the address of the graph alone', async () => {
    const { status } = await askPlainly(site.url, 'GET', '/api/anything', {
      connection: 'upgrade, close',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    })
    expect(status).toBe(404)
  })

  it('has at most a hundred operations at a time', async () => {
    const raw = await open(english)
    for (let at = 0; at < 1000; at++)
      raw.send({ id: `s${at}`, type: 'subscribe', payload: { query: JUDGING } })
    for (let at = 100; at < 1000; at++) {
      const refused = await raw.frame(({ id, type }) => id === `s${at}` && type === 'error')
      expect(refused.payload[0]).toMatchObject({
        message: 'Too many requests. Please slow down and try again in a minute',
        extensions: { code: 'TOO_MANY_REQUESTS' },
      })
    }
    expect(listenerCount() - base).toBeLessThanOrEqual(100)
    // One place is free again as soon as one subscription ends.
    raw.send({ id: 's0', type: 'complete' })
    expect(await settled(raw)).toMatchObject([{ type: 'next' }, { type: 'complete' }])
  })

  it('is closed when it sends much and reads nothing', async () => {
    const raw = await open(english)
    raw.socket.pause()
    // Each of these is answered with as much.
    const ping = JSON.stringify({ type: 'ping', payload: { much: 'x'.repeat(200_000) } })
    for (let at = 0; at < 100; at++) raw.socket.send(ping)
    expect((await raw.closed).code).toBe(1006)
  })

  it('ignores the cookie and the header of a page of another origin', async () => {
    const raw = await open({
      ...english,
      headers: { origin: 'http://elsewhere.test', cookie: `token=${ada.token}`, authorization: ada.token },
    })
    const [answer] = await askSocket(raw, '1', { query: '{ viewer { user { username } } }' })
    expect(answer?.payload).toEqual({ data: { viewer: null } })
  })
})

describe('a login', () => {
  const greet = (token: string) => open({ init: { Authorization: token, 'Accept-Language': 'en-US' } })

  it('with an invalid token opens no socket', async () => {
    for (const token of ['nonsense', '\0', 'x'.repeat(10_000)]) {
      const raw = await greet(token)
      expect((await raw.closed).code).toBe(4403)
    }
  })

  it('closes its socket when it is ended, and no other', async () => {
    const bob = await addPerson(site, 'bob')
    const [hers, his] = [await greet(ada.token), await greet(bob.token)]
    his.send({ id: '1', type: 'subscribe', payload: { query: 'subscription { unreadChanged { total } }' } })
    await settled(his)
    await endSession(contextOf(site, bob), bob.sessionId)
    expect((await his.closed).code).toBe(4403)
    expect(await settled(hers)).toHaveLength(2)
  })

  it('closes its socket when it is over, and not while it was renewed', async () => {
    const carol = await addPerson(site, 'carol')
    const lastsUntil = (expiresAt: Date) =>
      site.prisma.session.update({ where: { id: carol.sessionId }, data: { expiresAt } })
    // Long enough for a busy machine to open the socket.
    const end = Date.now() + 6000
    await lastsUntil(new Date(end))
    const raw = await greet(carol.token)
    await lastsUntil(new Date(end + 1000))
    expect((await raw.closed).code).toBe(4403)
    expect(Date.now()).toBeGreaterThanOrEqual(end + 1000)
  })
})

describe('a guest', () => {
  it.each([
    ['unreadChanged { total }', 'UNAUTHENTICATED'],
    [`submissionChanged(id: "${globalId('Submission', 1)}") { id }`, 'NOT_FOUND'],
    [`submissionChanged(id: "${globalId('Submission', 'x')}") { id }`, 'NOT_FOUND'],
    [`submissionChanged(id: "${globalId('Problem', 1)}") { id }`, 'INVALID_INPUT'],
    [`trialChanged(id: "${globalId('Trial', 'anything')}") { id }`, 'NOT_FOUND'],
    ['submissionsChanged(filter: { mine: true }) { created }', null],
  ])('who follows %s hears %s', async (field, code) => {
    const raw = await open(english)
    raw.send({ id: '1', type: 'subscribe', payload: { query: `subscription { ${field} }` } })
    if (code === null) {
      await settled(raw)
      return
    }
    const answer = await raw.frame(({ id }) => id === '1')
    const errors = answer.type === 'error' ? answer.payload : answer.payload.errors
    expect(errors[0].extensions.code).toMatch(code === 'NOT_FOUND' ? /NOT_FOUND|UNAUTHENTICATED/ : code)
  })
})

describe('events', () => {
  const announce = (id: number) =>
    emit(contextOf(site, null), 'notice.changed', { noticeId: id, wasListed: false, isNew: false })
  const addNotice = (content: string) =>
    site.prisma.siteNotice.create({ data: { texts: { 'en-US': { title: 'News', content } } } })

  it('reach everybody while some do not read', async () => {
    const large = await addNotice('x'.repeat(60_000))
    const deaf = await open(english)
    for (let at = 0; at < 90; at++)
      deaf.send({ id: `s${at}`, type: 'subscribe', payload: { query: ANNOUNCED } })
    await settled(deaf)
    const reader = await open(english)
    reader.send({ id: '1', type: 'subscribe', payload: { query: ANNOUNCED } })
    await settled(reader)

    deaf.socket.pause()
    let rounds = 0
    // More than any buffer between the two holds: the server lets go of the deaf one, and nobody else notices.
    while (listenerCount() > base + 1 && rounds++ < 40) {
      await announce(large.id)
      await reader.frame(({ id, type }) => id === '1' && type === 'next')
    }
    await expect.poll(listenerCount, { timeout: 5000 }).toBe(base + 1)
    await announce(large.id)
    expect((await reader.frame(({ id }) => id === '1')).payload.data.siteNoticeChanged.title).toBe('News')
  })

  it('are merged when thousands are equal', async () => {
    const { id } = await addNotice('short')
    const raw = await open(english)
    for (const name of ['a', 'b']) raw.send({ id: name, type: 'subscribe', payload: { query: ANNOUNCED } })
    await settled(raw)
    await site.prisma.$executeRaw`
      select pg_notify('events', json_build_object('name', 'notice.changed', 'payload',
        json_build_object('noticeId', ${id}::int), 'at', n)::text)
      from generate_series(1, 3000) n`
    for (const name of ['a', 'b']) {
      const { payload } = await raw.frame((frame) => frame.id === name)
      expect(payload.data.siteNoticeChanged.content).toBe('short')
    }
    expect(await settled(raw)).toHaveLength(2)
  })

  it('between the loading of a page and its subscription are sent when it names the time of loading', async () => {
    const { id } = await addNotice('in between')
    const page = await site.graphql('{ __typename }')
    const readAt = Number(page.headers.get('read-at'))
    const early = await open(english)
    early.send({ id: '1', type: 'subscribe', payload: { query: ANNOUNCED } })
    await settled(early)
    await announce(id)
    await early.frame((frame) => frame.id === '1')

    const raw = await open(english)
    const asking = { query: ANNOUNCED, extensions: { since: readAt } }
    raw.send({ id: 'page', type: 'subscribe', payload: asking })
    // What came just before may come too: clocks differ.
    await raw.frame(
      (frame) => frame.id === 'page' && frame.payload.data.siteNoticeChanged.content === 'in between',
    )

    // Who does not say, who says something else, and who has read what came hears nothing of the past.
    const senseless = [undefined, 'yesterday', null, {}, Date.now() + 60_000]
    for (const [i, since] of senseless.entries()) {
      raw.send({
        id: `late${i}`,
        type: 'subscribe',
        payload: { query: ANNOUNCED, extensions: { since: since as never } },
      })
    }
    await settled(raw)
    expect(raw.left().filter((frame) => frame.id?.startsWith('late'))).toEqual([])
  })

  it('that make no sense are passed over', async () => {
    const { id } = await addNotice('sense')
    const raw = await open(english)
    raw.send({ id: '1', type: 'subscribe', payload: { query: ANNOUNCED } })
    await settled(raw)
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"name":"notice.changed"}',
      '{"name":"submission.judged","payload":null}',
    ]) {
      await site.prisma.$executeRaw`select pg_notify('events', ${text})`
    }
    await announce(id)
    const { payload } = await raw.frame((frame) => frame.id === '1')
    expect(payload.data.siteNoticeChanged.content).toBe('sense')
  })

  it('leave no listener of subscribers that disconnect while one is sent', async () => {
    const { id } = await addNotice('bye')
    const many = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const raw = await open(english)
        for (const [name, query] of [
          ['a', ANNOUNCED],
          ['b', JUDGING],
          ['c', 'subscription { submissionsChanged { created } }'],
        ] as const)
          raw.send({ id: name, type: 'subscribe', payload: { query } })
        await settled(raw)
        return raw
      }),
    )
    await expect.poll(listenerCount, { timeout: 5000 }).toBeGreaterThan(base)
    await Promise.all([announce(id), ...many.map(async ({ socket }) => socket.terminate())])
    await expect.poll(listenerCount, { timeout: 5000 }).toBe(base)
  })

  it('that may have been missed close all sockets, so that clients reconnect', async () => {
    const raw = await open(english)
    // Not by its query: that is no longer the one that listens once the connection was asked whether it lives.
    const ended = await site.prisma.$queryRaw<object[]>`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${LISTENING}`
    expect(ended).toHaveLength(1)
    expect((await raw.closed).code).toBe(1012)
    const again = await open(english)
    const { id } = await addNotice('again')
    again.send({ id: '1', type: 'subscribe', payload: { query: ANNOUNCED } })
    await settled(again)
    await announce(id)
    expect((await again.frame((frame) => frame.id === '1')).payload.data.siteNoticeChanged.content).toBe(
      'again',
    )
  })
})

describe('addresses behind a proxy', () => {
  it('are believed of trusted proxies alone, and alike at both doors', async () => {
    const poor = await startSite({ TRUST_PROXY: '1', COST_PER_MINUTE: '400', LOG_LEVEL: 'silent' })
    try {
      const QUERY = '{ problems(first: 50) { edges { node { id title } } } }'
      const overHttp = async (forwarded: string) => {
        const { errors } = await poor.graphql(QUERY, {}, { headers: { 'x-forwarded-for': forwarded } })
        return errors?.[0]?.extensions?.code ?? 'fine'
      }
      const overSocket = async (forwarded: string) => {
        const raw = await openRawSocket(poor.url, { headers: { 'x-forwarded-for': forwarded } })
        const [{ payload } = { payload: null }] = await askSocket(raw, '1', { query: QUERY })
        raw.socket.terminate()
        return (payload?.errors ?? payload)?.[0]?.extensions?.code ?? 'fine'
      }
      for (const [one, other] of [
        [overHttp, overSocket],
        [overSocket, overHttp],
      ] as const) {
        const address = one === overHttp ? '10.0.0.1' : '10.0.0.2'
        const said = []
        for (let at = 0; at < 5; at++) said.push(await one(address))
        expect(said[0]).toBe('fine')
        expect(said.at(-1)).toBe('TOO_MANY_REQUESTS')
        expect(await other(address)).toBe('TOO_MANY_REQUESTS')
        // What the client itself wrote in front is no news.
        expect(await other(`1.2.3.4, ${address}`)).toBe('TOO_MANY_REQUESTS')
        expect(await other(`${address}, ${address.replace('10.0', '10.1')}`)).toBe('fine')
      }
    } finally {
      await poor.close()
    }
  })
})
