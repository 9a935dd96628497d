import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

type Answer = { data?: unknown; errors?: { message: string; extensions?: { code?: string } }[] }
const codes = ({ errors = [] }: Answer) => [...new Set(errors.map(({ extensions }) => extensions?.code))]

describe('the address of the graph', () => {
  const post = async (type: string | null, body: string) => {
    const response = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { 'accept-language': 'en-US', ...(type ? { 'content-type': type } : {}) },
      body: Buffer.from(body),
    })
    return { http: response.status, answer: (await response.json()) as Answer }
  }
  const QUERY = '{"query":"{ __typename }"}'

  it.each([
    ['a short answer as it is', '{ __typename }', null],
    ['a long one compressed', '{ __schema { types { name } } }', 'br'],
  ])('sends %s, with its whole length or in pieces', async (_, query, encoding) => {
    const { headers } = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
      body: JSON.stringify({ query }),
    })
    expect(headers.get('content-encoding')).toBe(encoding)
    if (encoding === null) expect(Number(headers.get('content-length'))).toBeGreaterThan(0)
  })

  it.each([
    ['text/plain', QUERY],
    ['application/x-www-form-urlencoded', 'query=%7B__typename%7D'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{}\r\n--x--',
    ],
    ['application/graphql', '{ __typename }'],
    ['application/xml', '<query/>'],
    [null, QUERY],
  ])('refuses a body of %s', async (type, body) => {
    const { http, answer } = await post(type, body)
    expect(http).toBe(415)
    expect(codes(answer)).toEqual(['UNSUPPORTED_MEDIA_TYPE'])
  })

  it.each([
    '{',
    '',
    'null',
    '1',
    '"x"',
    '[]',
    `[${QUERY},${QUERY}]`,
    '{"query":1}',
    '{"query":{"a":1}}',
    '{}',
    '{"query":"{ __typename }","variables":[1]}',
    '{"query":"{ __typename }","variables":"x"}',
    '{"__proto__":{"query":"{ __typename }"}}',
    '{"query":"{ __typename }","constructor":{"prototype":{}}}',
    '{"query":"{ __typename }","operationName":"Other"}',
    '{"query":"{ __typename }","operationName":{}}',
    '{"query":"{ __typename }","extra":1}',
  ])('refuses %s', async (body) => {
    const { http, answer } = await post('application/json', body)
    expect(http).toBeGreaterThanOrEqual(200)
    expect(http).toBeLessThan(500)
    expect(answer.data ?? null).toBeNull()
    expect(answer.errors?.[0]?.extensions?.code).toMatch(
      /^(INVALID_INPUT|BAD_REQUEST|GRAPHQL_PARSE_FAILED|OPERATION_RESOLUTION_FAILURE)$/,
    )
    expect(JSON.stringify(answer)).not.toMatch(/\.ts|node_modules|at JSON|position/)
  })

  it('refuses a body of two megabytes', async () => {
    const { http, answer } = await post('application/json', JSON.stringify({ query: ' '.repeat(2 ** 21) }))
    expect(http).toBe(413)
    expect(codes(answer)).toEqual(['BODY_TOO_LARGE'])
  })

  it('takes queries as GET, and no mutation', async () => {
    const get = async (query: string, headers = {}) => {
      const response = await fetch(`${site.url}/graphql?query=${encodeURIComponent(query)}`, { headers })
      return { http: response.status, answer: (await response.json()) as Answer }
    }
    expect(await get('{ __typename }')).toEqual({ http: 200, answer: { data: { __typename: 'Query' } } })
    const mutation = await get('mutation { createCaptcha { key } }')
    expect(mutation.http).toBe(405)
    expect(mutation.answer.data ?? null).toBeNull()
  })

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('takes no %s', async (method) => {
    const response = await fetch(`${site.url}/graphql`, {
      method,
      headers: { origin: 'http://elsewhere.test' },
    })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, POST')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('follows nothing over HTTP', async () => {
    const query = 'subscription { judgingChanged { queueLength } }'
    const plain = await site.graphql(query)
    expect(codes(plain)).toEqual(['SUBSCRIBE_BY_WEBSOCKET'])
    const events = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    })
    expect(await events.text()).toContain('SUBSCRIBE_BY_WEBSOCKET')
  })

  it('refuses in the language of the reader', async () => {
    const fields = Array.from({ length: 400 }, (_, at) => `a${at}: checkIn { streak }`)
    const query = `{ ${fields.join(' ')} }`
    const zh = await site.graphql(query, {}, { locale: 'zh-CN' })
    const en = await site.graphql(query, {}, { locale: 'en-US' })
    expect(zh.errors?.[0]?.message).toMatch(/查询/)
    expect(en.errors?.[0]?.message).toMatch(/asks for too much/)
    const large = await site.graphql(' '.repeat(70_000), {}, { locale: 'zh-CN' })
    expect(large.errors?.[0]?.message).toMatch(/65536/)
  })
})
