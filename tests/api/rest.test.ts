import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registeredCalls } from '#server/doors/rest/router.ts'
import { addPerson, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let ada: Person
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  await addProblem(site, root, 'P1')
})
// Some of what follows signs its sender out.
beforeEach(async () => {
  await site.prisma.user.deleteMany({ where: { username: 'ada' } })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const routes = registeredCalls()
const NAMES = [
  'currentPage limit keyword difficulty oj tagId pid problemId problemID displayId submitId submitIds username status',
  'onlyMine completeProblemID language testJudgeKey email username gid cid l',
]
  .join(' ')
  .split(' ')
const GARBAGE = [
  '',
  '-1',
  '0',
  '1.5',
  '1e9',
  '99999999999999999999',
  'NaN',
  'null',
  '[object Object]',
  '\0',
  "' or 1=1 --",
  '%',
  '../..',
  '\ud800',
  'x'.repeat(300),
]

const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`
const BODIES: [string, string][] = [
  ['an array', '[1,2,3]'],
  ['an empty array', '[]'],
  ['a number', '42'],
  ['a text', '"text"'],
  ['null', 'null'],
  ['true', 'true'],
  ['an empty object', '{}'],
  ['deep JSON', deep],
  [
    'wrong types',
    JSON.stringify(
      Object.fromEntries(
        [
          ...NAMES,
          'username',
          'password',
          'email',
          'code',
          'language',
          'pid',
          'input',
          'userInput',
          'type',
          'submitIds',
          'pidList',
          'captcha',
          'captchaKey',
        ].map((name, at) => [name, [[1, { a: 2 }], { $ne: 1 }, true, -1e300][at % 4]]),
      ),
    ),
  ],
  [
    'texts of zeros',
    JSON.stringify(
      Object.fromEntries(
        [
          'username',
          'password',
          'email',
          'code',
          'language',
          'pid',
          'userInput',
          'captcha',
          'captchaKey',
          'problemID',
        ].map((name) => [name, 'a\0b\ud800']),
      ),
    ),
  ],
  ['no JSON', '{"a":'],
  ['a prototype', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'],
]

const send = async (method: string, path: string, body: string | undefined, token?: string, headers = {}) => {
  const response = await fetch(`${site.url}${path}`, {
    method,
    headers: {
      'accept-language': 'en-US',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: token } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const text = await response.text()
  return { http: response.status, headers: response.headers, text, envelope: JSON.parse(text) }
}

/** What every answer of the REST door is like, whatever was asked. */
function expectEnvelope({ http, text, envelope }: Awaited<ReturnType<typeof send>>, what: string) {
  expect(Object.keys(envelope).sort(), what).toEqual(['data', 'msg', 'status'])
  expect(http, `${what}: ${text.slice(0, 200)}`).toBeLessThan(500)
  expect(envelope.status, what).not.toBe(500)
  expect(typeof envelope.msg, what).toBe('string')
  // A picture in base64 may spell anything.
  expect(text.replace(/data:image[^"]*/g, ''), what).not.toMatch(/node_modules|\.ts:|prisma|stack/i)
}

describe.each(['guest', 'user'])('as %s', (who) => {
  const token = () => (who === 'guest' ? undefined : ada.token)

  it.each(routes.map(({ method, path }) => [method, path] as const))(
    '%s %s takes garbage',
    async (method, path) => {
      if (path.endsWith('logout')) return
      const queries = GARBAGE.map((value) =>
        new URLSearchParams(NAMES.map((name) => [name, value])).toString(),
      )
      queries.push(
        NAMES.map((name) => `${name}=1&${name}=x`).join('&'),
        NAMES.map((name) => `${name}[a]=1`).join('&'),
        '%',
        '%zz=%zz',
      )
      const body = method === 'GET' ? undefined : '{}'
      await Promise.all([
        ...queries.map(async (query) =>
          expectEnvelope(
            await send(method, `${path}?${query}`, body, token()),
            `${path}?${query.slice(0, 80)}`,
          ),
        ),
        ...(method === 'GET' ? [] : BODIES).map(async ([name, body]) =>
          expectEnvelope(await send(method, path, body, token()), `${path} with ${name}`),
        ),
      ])
    },
  )
})

describe('every path', () => {
  it('is answered in the envelope where there is nothing', async () => {
    for (const path of [
      '/api/nothing',
      '/shopapi/',
      '/api/login/there',
      '/api/admin/nothing',
      '/shopapi/nothing',
      '/api/../api/nothing',
      '/api/%00',
      '/api/%zz',
    ]) {
      const { http, envelope } = await send('GET', path, undefined)
      expect([http, envelope.status], path).toEqual(path.includes('%zz') ? [400, 400] : [404, 404])
      expect(envelope.data).toBeNull()
    }
  })

  it('takes its own methods alone', async () => {
    const taken = new Map<string, Set<string>>()
    for (const { method, path } of routes) {
      // Outside the calls, a GET is answered by a page.
      const page = /^\/(shop)?api\//.test(path) ? [] : ['GET']
      taken.set(path, new Set([...(taken.get(path) ?? page), method]))
    }
    for (const [path, methods] of taken) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((one) => !methods.has(one))) {
        const { http, headers, envelope } = await send(
          method,
          path,
          method === 'GET' ? undefined : '{}',
          ada.token,
        )
        expect([http, envelope.status, envelope.data], `${method} ${path}`).toEqual([405, 400, null])
        expect(headers.get('allow')?.split(', ').sort()).toEqual([...methods].sort())
      }
    }
  })

  it('takes JSON alone', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ]) {
      const { http, envelope } = await send('POST', '/api/login', 'username=a', undefined, {
        'content-type': type,
      })
      expect([http, envelope.status, envelope.data], type).toEqual([415, 400, null])
    }
  })

  it('takes forms of those who show a token, which no page of another site can send along', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const path = '/api/admin/dashboard/get-sessions'
    for (const body of ['', 'a=1&a=2&__proto__=x']) {
      const { http, envelope } = await send('POST', path, body, root.token, form)
      expect([http, envelope.status]).toEqual([200, 200])
      expect(envelope.data).toMatchObject({ uid: root.id, id: expect.any(Number) })
    }
    const named = await send('POST', '/api/check-username-or-email', 'username=ada', ada.token, form)
    expect(named.envelope.data).toEqual({ username: true, email: false })
    expect((await send('POST', path, '', undefined, form)).http).toBe(415)
    expect((await send('POST', '/graphql', 'query=%7B__typename%7D', root.token, form)).http).toBe(415)
  })

  it('takes no more than a megabyte', async () => {
    const { http, envelope } = await send(
      'POST',
      '/api/login',
      JSON.stringify({ username: 'x'.repeat(2 ** 21) }),
    )
    expect([http, envelope.status, envelope.data]).toEqual([400, 400, null])
    expect(envelope.msg).toBe('The request is too large')
  })

  it('answers in the language of the reader', async () => {
    const words = async (headers: object) =>
      (await send('GET', '/api/nothing', undefined, undefined, headers)).envelope.msg
    expect(await words({ 'accept-language': 'zh-CN' })).toMatch(/找不到/)
    expect(await words({ 'accept-language': 'en-US' })).toMatch(/unable to find/)
  })

  it('survives bytes that are not HTTP', async () => {
    const { port } = new URL(site.url)
    const ask = (options: object) =>
      new Promise<number | string>((resolve) => {
        const request = httpRequest(
          { agent: false, port, host: '127.0.0.1', path: '/api/languages', ...options },
          (response) => {
            response.resume()
            resolve(response.statusCode ?? 0)
          },
        )
        request.on('error', (error: Error & { code?: string }) => resolve(error.code ?? 'error'))
        request.end()
      })
    expect(await ask({ headers: { authorization: 'x'.repeat(100_000) } })).toBe(431)
    expect(await ask({ headers: { 'accept-language': ',;q=,,zh;q=99,*'.repeat(200) } })).toBe(200)
    expect(await ask({ headers: { 'x-forwarded-for': 'nonsense, "', 'user-agent': 'x'.repeat(5000) } })).toBe(
      200,
    )
    expect(await ask({ path: '//api//languages' })).toBe(200)
  })

  it('is found by scripts that put it behind an address with a slash', async () => {
    for (const path of ['//api/languages', '/api//languages/', '/api/languages/?all=true']) {
      const { http, data } = await site.rest('GET', path)
      expect(http, path).toBe(200)
      expect(data.length).toBeGreaterThan(0)
    }
    expect(await site.rest('GET', '//api/no-such-call/')).toMatchObject({ http: 404, status: 404 })
  })
})

describe('a missing or malformed parameter', () => {
  const BODIES: [string, unknown[]][] = [
    ['/api/login', [{}, { username: 'ada' }, { username: {}, password: 'x' }, [], 'text']],
    ['/api/register', [{ username: 'x' }]],
    ['/api/submit-problem-judge', [{}, { pid: 'P1', code: 'x' }, { pid: ['P1'], language: 'C', code: 'x' }]],
    ['/api/submit-problem-test-judge', [{}, { pid: 'x', language: 'C', code: 'x', userInput: '1' }]],
    ['/api/get-user-problem-status', [{}, { pidList: 1 }, { pidList: [1], isContestProblemList: 'maybe' }]],
    ['/api/check-submissions-status', [{ submitIds: 'all' }]],
  ]
  it.each(BODIES)('of %s is a real 400', async (path, bodies) => {
    for (const body of bodies) {
      const { http, envelope } = await send('POST', path, JSON.stringify(body), ada.token)
      expect([http, envelope.status, envelope.data], JSON.stringify(body)).toEqual([400, 400, null])
    }
  })

  it.each([
    '/api/get-problem-list?limit=x',
    '/api/get-problem-list?currentPage=1.5',
    '/api/get-submission-list?onlyMine=maybe',
    '/api/get-submission-list?status=AC',
    '/api/get-problem-detail',
    '/api/get-problem-detail?problemId=P1&gid=x',
    '/api/get-problem-tags',
    '/api/get-problem-languages?pid=P1',
    '/api/get-submission-detail',
    '/api/get-submission-detail?submitId=one',
    '/api/get-all-case-result?submitId=',
    '/api/get-register-code',
    '/api/resubmit',
    '/api/get-test-judge-result',
    '/api/admin/judge/rejudge',
    '/api/admin/judge/manual-judge?submitId=1',
  ])('of %s is a real 400', async (path) => {
    const { http, envelope } = await send('GET', path, undefined, root.token)
    expect([http, envelope.status, envelope.data]).toEqual([400, 400, null])
  })

  it('is told from a value that a rule refuses', async () => {
    const { http, envelope } = await send('GET', '/api/get-problem-detail?problemId=none', undefined)
    expect([http, envelope.status]).toEqual([200, 404])
  })

  it('in a list fails nothing else of it', async () => {
    const pidList = [1, '2', 'x', 1.5, 2 ** 40, null, {}]
    const { envelope } = await send(
      'POST',
      '/api/get-user-problem-status',
      JSON.stringify({ pidList }),
      ada.token,
    )
    const untried = { status: -10, score: null }
    expect(envelope.data).toEqual({
      1: untried,
      2: untried,
      x: untried,
      1.5: untried,
      1099511627776: untried,
    })
  })
})

describe('pages', () => {
  const page = async (query: string) =>
    (await send('GET', `/api/get-problem-list?${query}`, undefined)).envelope.data

  it('beyond the end are empty, and none is longer than five hundred rows', async () => {
    expect(await page('currentPage=9999')).toMatchObject({ records: [], total: 1, current: 9999, pages: 1 })
    expect(await page('limit=99999')).toMatchObject({ records: [{ problemId: 'P1' }], size: 500 })
    for (const limit of ['-1', '0', '']) {
      const { size, records } = await page(`limit=${limit}&currentPage=-1`)
      expect(size).toBeGreaterThan(0)
      expect(records).toHaveLength(1)
    }
    const submissions = await send('GET', '/api/get-submission-list?currentPage=99999&limit=30', undefined)
    expect(submissions.envelope.data).toMatchObject({ records: [], total: 0 })
  })

  it('take no wildcard', async () => {
    for (const sign of ['%', '_', '\\', "'"]) {
      expect((await page(`keyword=${encodeURIComponent(sign)}`)).total, sign).toBe(0)
      const sent = await send(
        'GET',
        `/api/get-submission-list?username=${encodeURIComponent(sign)}`,
        undefined,
      )
      expect(sent.envelope.data.total).toBe(0)
    }
    expect((await page('keyword=p1')).total).toBe(1)
  })
})
