import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSocketLimits } from '#server/doors/socketLimits.ts'
import { addPerson } from '../support/people.ts'
import { askPlainly, askRaw } from '../support/rawHttp.ts'
import { openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
const open: RawSocket[] = []
beforeAll(async () => {
  site = await startSite()
})
afterAll(async () => {
  for (const { socket } of open) socket.terminate()
  await site.close()
})

const H2C =
  'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n'
const CONFIG = '/api/get-website-config'

describe('an upgrade to another protocol', () => {
  it.each([
    ['h2c', { connection: 'upgrade, close', upgrade: 'h2c' }],
    ['TLS', { connection: 'Close, Upgrade', upgrade: 'TLS/1.0' }],
    ['nonsense', { connection: 'upgrade,close', upgrade: '\xff, ,' }],
    [
      'a socket elsewhere',
      { connection: 'upgrade, close', upgrade: 'websocket', 'sec-websocket-version': '13' },
    ],
  ])('to %s is ignored', async (_, headers) => {
    const { status, body } = await askPlainly(site.url, 'GET', CONFIG, headers)
    expect(status).toBe(200)
    expect(JSON.parse(String(body))).toMatchObject({ status: 200, msg: 'success' })
  })

  it('is ignored for a request with a body, a chunked one, and the next one on the same connection', async () => {
    const post = (body: string, more = '') =>
      `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`
    const query = JSON.stringify({ query: `{ __typename } # ${'x'.repeat(20_000)}` })
    const chunked = `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n${H2C}\r\n${query.length.toString(16)}\r\n${query}\r\n0\r\n\r\n`
    const answers = await askRaw(
      site.url,
      post(query, H2C) + chunked + post(query, H2C) + post(query, 'connection: close\r\n'),
      ['POST', 'POST', 'POST', 'POST'],
    )
    expect(answers.map(({ status, body }) => [status, String(body)])).toEqual(
      Array.from({ length: 4 }, () => [200, '{"data":{"__typename":"Query"}}']),
    )
  })

  it('leaves the answers to earlier requests in their order', async () => {
    const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
    const paths = [CONFIG, '/api/home-carousel', '/api/get-problem-list', '/api/nothing']
    const wire =
      paths.map((path, at) => get(path, at % 2 ? H2C : '')).join('') + get(CONFIG, 'connection: close\r\n')
    const answers = await askRaw(
      site.url,
      wire,
      [...paths, CONFIG].map(() => 'GET'),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 200])
    expect(String(answers[1]?.body)).toContain('"data":[]')
    expect(String(answers[2]?.body)).toContain('"records"')
  })

  it('does not end the server when its connection breaks', async () => {
    const broken = Array.from({ length: 20 }, () =>
      openAndReset(`POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n${H2C}\r\n12`),
    )
    await Promise.all(broken)
    expect((await site.graphql('{ __typename }')).http).toBe(200)
  })
})

async function openAndReset(bytes: string): Promise<void> {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(bytes, resolve))
  socket.resetAndDestroy()
}

it('does not end with a socket whose client is gone before its greeting is read', async () => {
  const greeting = [
    'GET /graphql HTTP/1.1',
    'host: judge.test',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol: graphql-transport-ws',
  ].join('\r\n')
  for (let time = 0; time < 20; time++) await openAndReset(`${greeting}\r\n\r\n`)
  expect((await site.graphql('{ __typename }')).http).toBe(200)
})

describe('sockets that say nothing', () => {
  it('do not block other clients of their address', async () => {
    const silent = await Promise.all(
      Array.from({ length: 300 }, () => openRawSocket(site.url, { init: null })),
    )
    open.push(...silent)
    const ada = await addPerson(site, 'ada')
    const [hers, guests] = await Promise.all([
      openRawSocket(site.url, { init: { Authorization: ada.token } }),
      openRawSocket(site.url),
    ])
    open.push(hers, guests)
    for (const raw of [hers, guests]) {
      raw.send({ id: '1', type: 'subscribe', payload: { query: '{ viewer { user { username } } }' } })
    }
    expect((await hers.frame(({ id }) => id === '1')).payload).toEqual({
      data: { viewer: { user: { username: 'ada' } } },
    })
    expect((await guests.frame(({ id }) => id === '1')).payload).toEqual({ data: { viewer: null } })
  })

  it('are closed after their time, oldest first, and at once when there are far too many', () => {
    const limits = createSocketLimits()
    const dropped: number[] = []
    let name = 0
    const arrive = (address: string, now: number) => {
      const id = name++
      return limits.arrive(address, now, () => dropped.push(id))
    }
    const places = Array.from({ length: 400 }, () => arrive('a', 0))
    places[0]?.spoke()
    places[1]?.leave()
    arrive('b', 1000)
    expect(dropped).toEqual([])
    arrive('a', 1000)
    expect(dropped).toEqual(Array.from({ length: 199 }, (_, at) => at + 2))
    // All in all they are too many now, so those that had their time make room for other addresses too.
    for (let at = 0; at < 3000; at++) arrive('c', 1000)
    expect(dropped.slice(199)).toEqual(Array.from({ length: 199 }, (_, at) => at + 201))
    arrive('c', 1000)
    expect(dropped.slice(398)).toEqual([402])
  })
})

describe('authenticated sockets', () => {
  it('are counted by login, by account, and by address for guests', () => {
    const limits = createSocketLimits()
    const admit = (address: string, sessionId: number | null, userId = `owner of ${sessionId}`) => {
      const place = limits.arrive(address, 0, () => {})
      place.spoke()
      return { place, taken: place.admit(sessionId === null ? null : { sessionId, userId }) }
    }
    const hall = Array.from({ length: 3000 }, (_, login) => admit('school', login))
    expect(hall.every(({ taken }) => taken)).toBe(true)
    const guests = Array.from({ length: 2001 }, () => admit('school', null))
    expect(guests.filter(({ taken }) => !taken)).toHaveLength(1)
    expect(admit('home', null).taken).toBe(true)
    const pages = Array.from({ length: 201 }, () => admit('home', 7))
    expect(pages.filter(({ taken }) => !taken)).toHaveLength(2)
    pages[0]?.place.leave()
    expect(admit('elsewhere', 7).taken).toBe(true)
    expect(admit('elsewhere', 7).taken).toBe(false)
    const many = Array.from({ length: 1001 }, (_, at) => admit('home', 10_000 + (at % 10), 'ada'))
    expect(many.filter(({ taken }) => !taken)).toHaveLength(1)
    many[0]?.place.leave()
    expect(admit('elsewhere', 20_000, 'ada').taken).toBe(true)
  })

  it('are closed when there are too many, with a code that lets clients retry later', async () => {
    const bob = await addPerson(site, 'bob')
    const greet = () => openRawSocket(site.url, { init: { Authorization: bob.token } })
    open.push(...(await Promise.all(Array.from({ length: 200 }, greet))))
    const last = await greet()
    expect((await last.closed).code).toBe(1013)
  })
})
