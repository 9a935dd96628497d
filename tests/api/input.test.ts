import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let ada: Person
let root: Person
beforeAll(async () => {
  site = await startSite()
  ada = await addPerson(site, 'ada')
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

const id = (text: string) => Buffer.from(text).toString('base64')

it.each([
  '{ problems(first: -1) { totalCount edges { cursor } } }',
  '{ problems(offset: -5) { edges { cursor } } }',
  '{ problems(offset: 2147483647) { edges { cursor } } }',
  '{ problems(after: "zzz") { edges { cursor } } }',
  `{ problems(after: "${id('GPC:N:99999999999')}") { edges { cursor } } }`,
  '{ problems(keyword: "a\\u0000b") { totalCount } }',
  '{ problems(tags: [-1, 0]) { totalCount } }',
  '{ problem(displayId: "a\\u0000b") { id } }',
  `{ node(id: "${id('Problem:99999999999')}") { id } }`,
  '{ node(id: "zz") { id } }',
  '{ user(username: "a\\u0000b") { id } }',
  '{ users(keyword: "a\\u0000b") { totalCount } }',
  '{ users(first: 5, offset: 2147483647, orderBy: OLDEST) { edges { cursor } } }',
  '{ users(after: "zzz", last: -1) { edges { cursor } } }',
  `{ node(id: "${id('SiteNotice:x')}") { id } }`,
  `{ node(id: "${id('SiteNotice:99999999999')}") { id } }`,
  `{ node(id: "${id('Problem:1')}") { id } }`,
  '{ site { siteNotices(offset: -1) { edges { cursor } } } }',
])('meets no bug with %s', async (query) => {
  const { http, errors } = await site.graphql(query)
  expect(http).toBeLessThan(500)
  expect(errors?.map(({ extensions }) => extensions?.code) ?? []).not.toContain('INTERNAL_SERVER_ERROR')
})

it.each([
  'saveDiscussionCategory(input: { names: [{ locale: ZH_CN, text: $text }] }) { id }',
  'createSiteNotice(input: { texts: [{ locale: ZH_CN, title: $text, content: "x" }] }) { id }',
  'createSiteNotice(input: { texts: [{ locale: ZH_CN, title: "x", content: $text }] }) { id }',
])('refuses what JSON in the database cannot hold: %s', async (act) => {
  for (const text of ['a\0b', 'a\ud800b']) {
    const answer = await site.graphql(`mutation ($text: String!) { ${act} }`, { text }, root)
    expect(answer.errors?.[0]?.extensions?.code).toBe('INVALID_INPUT')
  }
})

it.each([
  '/api/get-problem-list?currentPage=99999999999999&limit=99999999',
  '/api/get-problem-list?limit=-3&currentPage=abc&difficulty=9',
  '/api/get-problem-list?tagId=99999999999',
  '/api/get-problem-list?keyword=%00',
  '/api/get-problem-languages?pid=99999999999',
  '/api/get-problem-languages?pid=-1',
  '/api/get-problem-detail?problemId=%00',
  '/api/languages?pid=1.5',
  '/problem-files/1/%00',
  '/site-files/%00',
])('meets no bug with %s', async (path) => {
  const { http, status } = await site.rest('GET', path)
  expect(http).toBeLessThan(500)
  expect([200, 400, 404]).toContain(status)
})

it('meets no bug with numbers that are none', async () => {
  const ask = (pidList: unknown) =>
    site.rest('POST', '/api/get-user-problem-status', { token: ada.token, body: { pidList } })
  for (const pidList of [[99999999999], ['x']])
    expect(await ask(pidList)).toMatchObject({ http: 200, status: 200 })
  for (const pidList of ['x', null]) expect(await ask(pidList)).toMatchObject({ http: 400, status: 400 })
})

it('answers an unreadable body in the envelope', async () => {
  const response = await fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ status: 400, data: null })
})
