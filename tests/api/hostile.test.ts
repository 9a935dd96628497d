import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { globalId } from '../support/judgeable.ts'
import { addPerson, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { openRawSocket, type RawSocket } from '../support/rawSocket.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let root: Person
let socket: RawSocket
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  for (const [displayId, title] of [
    ['A1', 'Half_done'],
    ['A2', 'Ten%off'],
    ['A3', 'Back\\slash'],
  ] as const) {
    const words = { title, description: '', input: '', output: '', hint: '', source: '' }
    await addProblem(site, root, displayId, { statements: [{ locale: 'zh-CN', ...words }] })
  }
  socket = await openRawSocket(site.url, { init: { 'Accept-Language': 'en-US' } })
})
afterAll(async () => {
  socket.socket.terminate()
  await site.close()
})

type Problem = { message: string; extensions?: { code?: string } }
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = { data?: any; errors?: Problem[] }

/** A request as it stands on the wire: what no client would write is a text of the test's own. */
type Wire = { query: string; variables?: object; operationName?: string } | string
const onWire = (wire: Wire) => (typeof wire === 'string' ? wire : JSON.stringify(wire))

let asked = 0
/** The two ways to ask the graph. */
const DOORS: [string, (wire: Wire) => Promise<Answer>][] = [
  [
    'over HTTP',
    async (wire) => {
      const response = await fetch(`${site.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': 'en-US' },
        body: onWire(wire),
      })
      return (await response.json()) as Answer
    },
  ],
  [
    'over a socket',
    async (wire) => {
      const id = `q${++asked}`
      socket.send(`{"id":"${id}","type":"subscribe","payload":${onWire(wire)}}`)
      const first = await socket.frame((frame) => frame.id === id)
      if (first.type === 'error') return { errors: first.payload }
      await socket.frame((frame) => frame.id === id && frame.type === 'complete')
      return first.payload
    },
  ],
]

const codes = ({ errors = [] }: Answer) => [...new Set(errors.map(({ extensions }) => extensions?.code))]
const times = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join(' ')

const deep = (levels: number) => {
  let query = '{ id }'
  for (let level = 0; level < levels; level++) query = `{ problem { viewerLastAccepted ${query} } }`
  return `{ submissions(first: 1) { edges { node ${query} } } }`
}

const TOO_MUCH: [string, string, string][] = [
  ['levels', deep(20), 'QUERY_TOO_COSTLY'],
  ['aliases', `{ ${times(400, (at) => `a${at}: checkIn { streak }`)} }`, 'QUERY_TOO_COSTLY'],
  [
    'rows of rows',
    '{ problems(first: 100) { edges { node { viewerSubmissions(first: 100) { edges { node { id } } } } } } }',
    'QUERY_TOO_COSTLY',
  ],
  [
    'rows of rows from the end',
    '{ problems(last: 100) { edges { node { viewerSubmissions(last: 100) { edges { node { id } } } } } } }',
    'QUERY_TOO_COSTLY',
  ],
  [
    'rows behind a cheap first operation',
    `query Cheap { __typename } query Dear { ${times(30, (at) => `p${at}: problems(first: 100) { edges { node { id title tags { id } } } }`)} }`,
    'QUERY_TOO_COSTLY',
  ],
  [
    'nodes',
    `{ nodes(ids: [${times(101, () => `"${globalId('Problem', 1)}"`)}]) { id } }`,
    'QUERY_TOO_COSTLY',
  ],
  [
    'fragments in fragments',
    `{ ...f0 } ${times(20, (at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`)} fragment f20 on Query { problems(first: 100) { edges { node { tags { id name } samples { input } title } } } a: problems(first: 100) { edges { node { title } } } }`,
    'QUERY_TOO_COSTLY',
  ],
  ['mutations', `mutation { ${times(11, (at) => `c${at}: createCaptcha { key }`)} }`, 'QUERY_TOO_COSTLY'],
  ['characters', `{ __typename } # ${'x'.repeat(66_000)}`, 'QUERY_TOO_LARGE'],
  ['tokens', `{ ${times(5000, () => '__typename')} }`, 'QUERY_TOO_LARGE'],
  ['directives', `{ __typename ${times(2000, () => '@skip(if: false)')} }`, 'QUERY_TOO_LARGE'],
  [
    'introspections',
    `{ ${times(150, (at) => `a${at}: __schema { types { name fields { name } } }`)} }`,
    'QUERY_TOO_COSTLY',
  ],
  [
    'introspections of one type',
    `{ ${times(30, (at) => `a${at}: __type(name: "Query") { fields { type { fields { name } } } }`)} }`,
    'QUERY_TOO_COSTLY',
  ],
  [
    'introspections of types of types',
    '{ __schema { types { fields { type { fields { name args { name } } } } } } }',
    'QUERY_TOO_COSTLY',
  ],
  [
    'introspections hidden in fragments',
    `{ ...a b: __typename } fragment a on Query { ${times(20, (at) => `...on Query { a${at}: __schema { ...s } }`)} } fragment s on __Schema { types { fields { name description } } }`,
    'QUERY_TOO_COSTLY',
  ],
  ['fields of one name', `{ ${times(430, () => 'problems { totalCount }')} }`, 'QUERY_TOO_COSTLY'],
  [
    'fields of one name with arguments',
    `{ ${times(30, () => `problems(tags: [${times(40, String)}]) { totalCount }`)} }`,
    'QUERY_TOO_COSTLY',
  ],
  [
    'fields of one name in fragments nobody spreads',
    `{ __typename } fragment a on Query { ${times(400, () => '...on Query { __typename }')} }`,
    'QUERY_TOO_COSTLY',
  ],
  [
    'levels of introspection',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    'QUERY_TOO_COSTLY',
  ],
]

const WRONG: [string, string, object, string][] = [
  ['no query', '', {}, 'GRAPHQL_PARSE_FAILED'],
  ['a broken one', '{ problems(', {}, 'GRAPHQL_PARSE_FAILED'],
  ['brackets without end', '{'.repeat(3000), {}, 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', '{ passwords }', {}, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a fragment of itself',
    '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }',
    {},
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'two fragments of one name',
    '{ ...a } fragment a on Query { __typename } fragment a on Query { unread { sys } }',
    {},
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['a wrong type', 'query ($n: Int!) { submission(number: $n) { id } }', { n: 'one' }, 'INVALID_INPUT'],
  [
    'a list for a number',
    'query ($n: Int!) { submission(number: $n) { id } }',
    { n: [[[[1]]]] },
    'INVALID_INPUT',
  ],
  [
    'a number too large',
    'query ($n: Int!) { submission(number: $n) { id } }',
    { n: 2 ** 40 },
    'INVALID_INPUT',
  ],
  ['no variables', 'query ($n: Int!) { submission(number: $n) { id } }', {}, 'INVALID_INPUT'],
  [
    'an unknown key',
    'query ($f: SubmissionFilter) { submissions(filter: $f) { totalCount } }',
    { f: { $ne: 1 } },
    'INVALID_INPUT',
  ],
]

describe.each(DOORS)('%s', (door, ask) => {
  it.each(TOO_MUCH)('refuses too many %s', async (_, query, code) => {
    const started = Date.now()
    const answer = await ask({ query, ...(query.includes('Dear') ? { operationName: 'Dear' } : {}) })
    expect(answer.data ?? null).toBeNull()
    expect(codes(answer)).toEqual([code])
    expect(Date.now() - started).toBeLessThan(10_000)
  })

  it.each(WRONG)('says what is wrong with %s', async (_, query, variables, code) => {
    if (query === '' && door === 'over a socket') return
    const answer = await ask({ query, variables })
    expect(codes(answer)).toEqual([code])
    expect(JSON.stringify(answer)).not.toMatch(/\.ts|node_modules|prisma/i)
  })

  it('answers deep input with a refusal', async () => {
    const query =
      'query ($t: [Int!], $f: SubmissionFilter) { problems(tags: $t) { totalCount } submissions(filter: $f) { totalCount } }'
    const list = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(codes(await ask(`{"query":"${query}","variables":{"t":${list}}}`))).toEqual(['QUERY_TOO_COSTLY'])
    const nested = `${'{"mine":'.repeat(20_000)}true${'}'.repeat(20_000)}`
    expect(codes(await ask(`{"query":"${query}","variables":{"f":${nested}}}`))).toEqual(['QUERY_TOO_COSTLY'])
    const many = JSON.stringify(Array.from({ length: 20_000 }, (_, at) => at))
    expect(codes(await ask(`{"query":"${query}","variables":{"t":${many}}}`))).toEqual(['QUERY_TOO_COSTLY'])
  })

  it('refuses many wrong values as fast as some', async () => {
    const query = 'query ($t: [Int!]) { problems(tags: $t) { totalCount } }'
    const fastest = async (length: number) => {
      const variables = { t: Array.from({ length }, () => 'x') }
      const times: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        const began = performance.now()
        expect(codes(await ask({ query, variables }))).toContain('INVALID_INPUT')
        times.push(performance.now() - began)
      }
      return Math.min(...times)
    }
    expect(await fastest(15_000)).toBeLessThan(5 * (await fastest(150)))
  })

  it('takes the introspection of programs and editors', async () => {
    for (const options of [
      {},
      {
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      },
    ]) {
      const answer = await ask({ query: getIntrospectionQuery(options) })
      expect(answer.errors).toBeUndefined()
      expect(answer.data.__schema.types.length).toBeGreaterThan(50)
    }
  })

  it.each([
    '',
    'zz',
    '\0',
    ':',
    'Problem',
    'Problem:',
    'Problem:abc',
    'Problem:1abc',
    'Problem:1.5',
    'Problem:-1',
    'Problem:0',
    'Problem:1e3',
    'Problem:99999999999',
    'Problem:999999999',
    'Submission:x:y',
    'User:',
    'User:\0',
    'User:nobody',
    'Trial:nothing',
    'JudgeHost:nothing',
    'Nothing:1',
    'Query:1',
    '__proto__:1',
    'constructor:1',
  ])('finds no node of %j', async (text) => {
    const id = Buffer.from(text).toString('base64')
    const one = 'query ($id: ID!) { node(id: $id) { id __typename } }'
    const answer = await ask({ query: one, variables: { id } })
    expect(answer.data?.node ?? null).toBeNull()
    for (const code of codes(answer)) expect(['NOT_FOUND', 'INVALID_INPUT']).toContain(code)
    const there = globalId('Problem', 1)
    const many = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }'
    expect(await ask({ query: many, variables: { ids: [id, there, text] } })).toEqual({
      data: { nodes: [null, { id: there }, null] },
    })
  })

  it('finds no node of another kind than was asked for', async () => {
    const id = globalId('Problem', 1)
    const query = (type: string) => `query ($id: ID!) { node(id: $id) { ... on ${type} { id } } }`
    for (const type of ['SiteNotice', 'Trial'])
      expect((await ask({ query: query(type), variables: { id } })).data.node).toEqual({})
  })

  it('clamps pages that are too long, and refuses those that are none', async () => {
    const page = (args: string) =>
      ask({ query: `{ problems(${args}) { edges { node { displayId } } pageInfo { hasNextPage } } }` })
    expect((await page('first: 5000')).data.problems.edges).toHaveLength(3)
    expect((await page('first: 3, offset: 2000000000')).data.problems.edges).toHaveLength(0)
    expect((await page('first: 0')).data.problems.edges).toHaveLength(0)
    for (const args of ['first: -1', 'last: -1', 'offset: -1', 'after: "zz"', 'first: 2147483648']) {
      const answer = await page(args)
      expect(answer.data?.problems?.edges?.length ?? 0, args).toBeLessThanOrEqual(3)
      for (const code of codes(answer))
        expect(['INVALID_INPUT', 'GRAPHQL_VALIDATION_FAILED'], args).toContain(code)
    }
  })

  it.each([
    ['f_d', ['A1']],
    ['n%o', ['A2']],
    ['_', ['A1']],
    ['%', ['A2']],
    ['\\', ['A3']],
    ['a_', []],
    ['a%', []],
    ["' or 1=1 --", []],
    ['\'; drop table "User"; --', []],
    ['\ud800', []],
    ['a\udfff', []],
  ])('reads the keyword %j as it stands', async (keyword, found) => {
    const query = 'query ($k: String) { problems(keyword: $k) { totalCount edges { node { displayId } } } }'
    const { data, errors } = await ask({ query, variables: { k: keyword } })
    expect(errors).toBeUndefined()
    const ids = data.problems.edges.map(({ node }: { node: { displayId: string } }) => node.displayId)
    expect(ids).toEqual(found)
    expect(data.problems.totalCount).toBe(found.length)
  })

  it('takes no wildcard in a filter of submissions', async () => {
    for (const problem of ['%', '_', '\\', '\0', '\ud800']) {
      const query = 'query ($f: SubmissionFilter) { submissions(filter: $f) { totalCount } }'
      const answer = await ask({ query, variables: { f: { problem, username: problem, language: problem } } })
      expect(answer.data?.submissions?.totalCount ?? 0).toBe(0)
      expect(codes(answer)).not.toContain('INTERNAL_SERVER_ERROR')
    }
  })
})
