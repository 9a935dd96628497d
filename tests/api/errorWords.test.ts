import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../support/people.ts'
import { openRawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

const JSON_BODY = { 'content-type': 'application/json' }
const huge = () => JSON.stringify({ query: `{ __typename } # ${'x'.repeat(8_000_000)}` })
const picture = (type: string) => {
  const form = new FormData()
  form.append('image', new Blob(['no picture'], { type }), 'a.png')
  return form
}

/** What the doors refuse before a rule is asked. */
const REFUSED: [string, string, () => RequestInit][] = [
  ['REST, JSON that ends early', '/api/login', () => ({ headers: JSON_BODY, body: '{' })],
  ['REST, a body that is too large', '/api/login', () => ({ headers: JSON_BODY, body: huge() })],
  ['REST, a missing parameter', '/api/login', () => ({ headers: JSON_BODY, body: '{}' })],
  ['REST, another kind of body', '/api/login', () => ({ headers: { 'content-type': 'text/x' }, body: 'x' })],
  ['GraphQL, JSON that ends early', '/graphql', () => ({ headers: JSON_BODY, body: '{' })],
  ['GraphQL, a body that is too large', '/graphql', () => ({ headers: JSON_BODY, body: huge() })],
  ['GraphQL, another kind of body', '/graphql', () => ({ headers: { 'content-type': 'text/x' }, body: 'x' })],
  ['an upload that is no picture', '/api/file/upload-avatar', () => ({ body: picture('image/png') })],
  ['an upload without a file', '/api/file/upload-avatar', () => ({ body: new FormData() })],
]

const wordsOf = async (path: string, init: RequestInit, locale: string): Promise<string> => {
  const headers = { ...init.headers, 'accept-language': locale, authorization: root.token }
  const response = await fetch(`${site.url}${path}`, { method: 'POST', ...init, headers })
  const answer = (await response.json()) as { msg?: string; errors?: { message: string }[] }
  return answer.msg ?? answer.errors?.[0]?.message ?? ''
}

describe('what a door refuses', () => {
  it.each(REFUSED)('is said in the language of the reader: %s', async (_, path, init) => {
    expect(await wordsOf(path, init(), 'zh-CN')).toMatch(/\p{Script=Han}/u)
    const english = await wordsOf(path, init(), 'en-US')
    expect(english).toMatch(/^\w[^{}]+$/)
    expect(english).not.toMatch(/\p{Script=Han}/u)
  })

  it.each(['zh-CN', 'en-US'])('is said so over a WebSocket, too: %s', async (locale) => {
    const raw = await openRawSocket(site.url, { init: { 'Accept-Language': locale } })
    try {
      for (const [id, query] of [
        ['parse', '{ '],
        ['field', '{ nothing }'],
        ['id', 'subscription { trialChanged(id: "zz") { input } }'],
      ] as const) {
        raw.send({ id, type: 'subscribe', payload: { query } })
        const frame = await raw.frame((one) => one.id === id)
        const { message } = (frame.payload.errors ?? frame.payload)[0] as { message: string }
        if (locale === 'zh-CN') expect(message).toMatch(/\p{Script=Han}/u)
        else expect(message).not.toMatch(/\p{Script=Han}/u)
      }
    } finally {
      raw.socket.terminate()
    }
  })
})

describe('a refused field of a REST call', () => {
  const ACCOUNTS = { prefix: 'a', suffix: '', number_from: 1, number_to: 2, password_length: 8 }
  it.each([
    ['/api/admin/tag', { name: '', color: '#112233', oj: 'ME' }, 'Name is required', '名称不能为空'],
    [
      '/api/admin/user/generate-user',
      { ...ACCOUNTS, number_to: 0 },
      'Last number: At least 1',
      '结束编号：不能小于 1',
    ],
    [
      '/api/admin/user/generate-user',
      { ...ACCOUNTS, password_length: 3 },
      'Password length: At least 6',
      '密码长度：不能小于 6',
    ],
  ])('has its name in the language of the reader: %s %j', async (path, body, english, chinese) => {
    const init = { headers: JSON_BODY, body: JSON.stringify(body) }
    expect(await wordsOf(path, init, 'en-US')).toBe(english)
    expect(await wordsOf(path, init, 'zh-CN')).toBe(chinese)
  })
})
