import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** What is wrong with an operation, and what may stand in its message besides Chinese: names that somebody wrote. */
const FAULTS: [query: string, variables: object, names: string[]][] = [
  ['{ ', {}, []],
  ['', {}, []],
  ['{ nothing }', {}, ['Query', 'nothing']],
  ['{ __typename @twice }', {}, ['@twice']],
  ['{ problem(title: 1) { title } }', {}, ['problem', 'title', 'Query', 'displayId', 'String']],
  ['{ problem { title } }', {}, ['problem', 'displayId', 'String']],
  ['{ problem(displayId: 1) { title } }', {}, []],
  ['{ problem(displayId: "A") }', {}, ['problem', 'Problem']],
  ['{ __typename { a } }', {}, ['__typename', 'String']],
  ['{ ...Missing }', {}, ['Missing']],
  ['query ($a: Nothing) { node(id: $a) { id } }', {}, ['Nothing']],
  ['query ($a: ID!) { __typename }', { a: '1' }, ['a']],
  ['{ node(id: $a) { id } }', {}, ['a']],
  ['query ($a: ID!) { node(id: $a) { id } }', {}, ['a', 'ID']],
  ['query ($a: ID!) { node(id: $a) { id } }', { a: null }, ['a', 'ID']],
  ['query ($a: Int!) { submission(number: $a) { number } }', { a: 'x' }, ['a']],
  ['query ($a: Int!) { node(id: $a) { id } }', { a: 1 }, ['a']],
  ['{ submissions(filter: { nothing: 1 }) { totalCount } }', {}, ['SubmissionFilter', 'nothing']],
  ['{ submissions(filter: { verdict: NONE }) { totalCount } }', {}, ['NONE', 'Verdict']],
  ['query A { __typename } query B { __typename }', {}, ['operationName']],
  ['fragment F on Problem { title }', {}, ['operationName', 'F']],
]

describe('what is wrong with an operation', () => {
  it.each(FAULTS)('is said in the language of the reader: %s', async (query, variables, names) => {
    const chinese = await site.graphql(query, variables, { locale: 'zh-CN' })
    const english = await site.graphql(query, variables, { locale: 'en-US' })
    expect(chinese.errors?.length).toBeGreaterThan(0)
    for (const { message, extensions } of chinese.errors ?? []) {
      expect(message).toMatch(/\p{Script=Han}/u)
      const others = message.match(/[A-Za-z_@$]\w*/g) ?? []
      expect(others.filter((word) => !['JSON', ...names].includes(word.replace(/^\$/, '')))).toEqual([])
      expect(extensions?.code).toBeTypeOf('string')
    }
    for (const { message } of english.errors ?? []) expect(message).not.toMatch(/\p{Script=Han}|\{\{/u)
  })
})

describe('a program', () => {
  it('reads in English where a variable is wrong', async () => {
    const query = 'query ($filter: SubmissionFilter) { submissions(filter: $filter) { totalCount } }'
    const { errors } = await site.graphql(query, { filter: { verdict: 'NONE' } }, { locale: 'zh-CN' })
    expect(errors?.[0]?.extensions?.reason).toMatch(/"NONE" at "filter\.verdict"/)
  })

  it('that sends the hash of its query is told to send the text', async () => {
    const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) }
    const extensions = encodeURIComponent(JSON.stringify({ persistedQuery }))
    const posted = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operationName: 'A', extensions: { persistedQuery } }),
    })
    const read = await fetch(`${site.url}/graphql?extensions=${extensions}`, {
      headers: { accept: 'application/json' },
    })
    for (const answer of [posted, read])
      expect(await answer.json()).toMatchObject({
        errors: [
          {
            message: 'PersistedQueryNotSupported',
            extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' },
          },
        ],
      })
  })
})
