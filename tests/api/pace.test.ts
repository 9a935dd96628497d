import { once } from 'node:events'
import { request } from 'node:http'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import problemList from '#client/__generated__/ProblemListPageQuery.graphql.ts'
import submissionList from '#client/__generated__/SubmissionListPageQuery.graphql.ts'
import { addPerson } from '../support/people.ts'
import { askSocket, type Frame, openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: 'loopback', COST_PER_MINUTE: '1000000000' })
  expect(codeOf(await ask(ORDINARY, address()))).toBe('answered')
})
afterAll(() => site.close())

let addresses = 0
/** The address of a guest who has not asked for anything yet. */
const address = () => `10.0.0.${++addresses}`

let sent = 0
/** An introspection whose text nobody sent before. */
const introspection = () => getIntrospectionQuery().replace('IntrospectionQuery', `m${++sent}`)
/** A dear document that nobody sent before. */
const dear = () => introspection().replace('{', '{ site { name }')
const ORDINARY = '{ problems(first: 30) { totalCount edges { node { id title } } } }'

const from = (where: string, locale = 'en-US') => ({ locale, headers: { 'x-forwarded-for': where } })
const ask = (query: string, where: string) => site.graphql(query, {}, from(where))
const codeOf = ({ errors }: Awaited<ReturnType<typeof ask>>) => errors?.[0]?.extensions?.code ?? 'answered'

/** Sends more dear documents at once than an address has places for; the first refusal. */
const refusal = (where: string, locale = 'en-US') =>
  Promise.any(
    Array.from({ length: 40 }, async () => {
      const answer = await site.graphql(dear(), {}, from(where, locale))
      if (codeOf(answer) !== 'TOO_MANY_REQUESTS') throw new Error(codeOf(answer))
      return answer
    }),
  )

/** The same over a socket. */
async function refusalOver(socket: RawSocket): Promise<Frame> {
  for (let at = 0; at < 40; at++) socket.send({ id: `d${at}`, type: 'subscribe', payload: { query: dear() } })
  return socket.frame(({ type }) => type === 'error')
}

it('serves other addresses and known documents before an address that repeats expensive queries', async () => {
  const [loop, other] = [address(), address()]
  await refusal(loop)
  expect(codeOf(await ask(ORDINARY, other))).toBe('answered')
  expect(codeOf(await ask('query other { site { name } }', other))).toBe('answered')
  for (let at = 0; at < 20; at++) expect(codeOf(await ask(ORDINARY, loop))).toBe('answered')
  const socket = await openRawSocket(site.url, { headers: { 'x-forwarded-for': loop } })
  const frames = await askSocket(socket, '1', { query: ORDINARY })
  expect(frames.map(({ type }) => type)).toEqual(['next', 'complete'])
  socket.socket.terminate()
})

it('refuses requests beyond the length of the line, in the language of the reader, over HTTP and sockets', async () => {
  const loop = address()
  const refused = await refusal(loop, 'zh-CN')
  expect(refused.errors?.[0]?.message).toMatch(/频繁/)
  const socket = await openRawSocket(site.url, {
    init: { 'Accept-Language': 'en-US' },
    headers: { 'x-forwarded-for': loop },
  })
  const { payload } = await refusalOver(socket)
  expect(payload).toMatchObject([{ extensions: { code: 'TOO_MANY_REQUESTS' } }])
  expect(payload[0].message).toMatch(/too many requests/i)
  // The socket lives on.
  expect((await askSocket(socket, '1', { query: ORDINARY })).at(-1)?.type).toBe('complete')
  socket.socket.terminate()
})

it('answers the first queries of somebody whose explorer introspects, while more introspections wait', async () => {
  const explorer = address()
  const introspections = Promise.all(Array.from({ length: 6 }, () => ask(introspection(), explorer)))
  const first = ask('query mine { site { name } viewer { user { username } } }', explorer)
  expect(await Promise.race([first.then(codeOf), introspections.then(() => 'introspected')])).toBe('answered')
})

it('counts logged-in users apart from their address', async () => {
  const loop = address()
  await refusal(loop)
  const ada = await addPerson(site, 'ada')
  const hers = await site.graphql(dear(), {}, { ...from(loop), token: ada.token })
  expect(codeOf(hers)).toBe('answered')
})

it('frees the place of a client that disconnects', async () => {
  /** Whether an address has a place for one more, found out without waiting for its turn. */
  const hasPlace = async (where: string) => {
    const socket = await openRawSocket(site.url, { headers: { 'x-forwarded-for': where } })
    socket.send({ id: 'unknown', type: 'subscribe', payload: { query: dear() } })
    await askSocket(socket, 'known', { query: ORDINARY })
    const refused = socket.left().some(({ id, type }) => id === 'unknown' && type === 'error')
    socket.socket.terminate()
    return !refused
  }

  const overSocket = address()
  const gone = await openRawSocket(site.url, { headers: { 'x-forwarded-for': overSocket } })
  await refusalOver(gone)
  expect(await hasPlace(overSocket)).toBe(false)
  gone.socket.terminate()
  await gone.closed
  expect(await hasPlace(overSocket)).toBe(true)

  const overHttp = address()
  const waiting = Array.from({ length: 40 }, () => {
    const one = request(`${site.url}/graphql`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': overHttp },
    })
    one.on('error', () => {})
    one.end(JSON.stringify({ query: dear() }))
    return one
  })
  const refusals = waiting.map(async (one) => {
    const [response] = await once(one, 'response')
    let text = ''
    for await (const bytes of response) text += bytes
    if (!text.includes('TOO_MANY_REQUESTS')) throw new Error('answered')
  })
  await Promise.any(refusals)
  expect(await hasPlace(overHttp)).toBe(false)
  for (const one of waiting) one.destroy()
  await Promise.allSettled(refusals)
  expect(await hasPlace(overHttp)).toBe(true)
})

it('parses a document once for all requests that wait for it', async () => {
  const socket = await openRawSocket(site.url, { headers: { 'x-forwarded-for': address() } })
  const another = () => ORDINARY.replace('{', `query m${++sent} {`)
  const send = (id: string, query: string) => socket.send({ id, type: 'subscribe', payload: { query } })
  for (let at = 0; at < 6; at++) send(`other${at}`, another())
  const same = another()
  for (let at = 0; at < 30; at++) send(`same${at}`, same)
  for (let at = 0; at < 36; at++) {
    expect((await socket.frame(({ type }) => type !== 'complete' && type !== 'ping')).type).toBe('next')
  }
  socket.socket.terminate()
})

it('takes the longest pages of ours', async () => {
  for (const { params } of [submissionList, problemList]) {
    const answer = await site.graphql(
      params.text ?? '',
      { count: 100, filter: {}, first: 100, size: 100, group: 0, isInGroup: false },
      from(address()),
    )
    expect(answer.errors).toBeUndefined()
  }
})

it('lets everybody pass on a site without limits', async () => {
  const open = await startSite({ COST_PER_MINUTE: '0' })
  try {
    const answers = await Promise.all(Array.from({ length: 20 }, () => open.graphql(dear())))
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['answered']))
  } finally {
    await open.close()
  }
})
