import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPerson, PASSWORD, type Person } from '../../support/people.ts'
import { type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
})
afterAll(() => site.close())

/** Scripts of the reference system log in, keep the cookie of the answer, and send nothing else. */
async function loginCookie(username: string, path = '/api/login'): Promise<string> {
  const { headers } = await site.rest('POST', path, { body: { username, password: PASSWORD } })
  return headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const WHO = '/api/get-user-auth-info'

describe('a program that keeps cookies', () => {
  let cookie: string
  beforeEach(async () => {
    cookie = await loginCookie('root', '/api/admin/login')
  })

  it('is its user at every call, with the permissions of this user', async () => {
    expect(cookie).toMatch(/^JSESSIONID=/)
    const headers = { cookie }
    expect(await site.rest('GET', WHO, { headers })).toMatchObject({ http: 200, data: { roles: ['root'] } })
    const users = await site.rest('GET', '/api/admin/user/get-user-list?limit=10', { headers })
    expect(users).toMatchObject({ http: 200, data: { total: 1 } })
    const announcement = { title: 'Maintenance', content: 'At noon.', status: 0, uid: root.id }
    const made = await site.rest('POST', '/api/admin/announcement', { headers, body: announcement })
    expect(made).toMatchObject({ http: 200, status: 200 })
    await addPerson(site, 'ada')
    const ofAda = { cookie: await loginCookie('ada') }
    expect(await site.rest('GET', '/api/admin/user/get-user-list', { headers: ofAda })).toMatchObject({
      http: 403,
    })
  })

  it('downloads what its user may, which no cache keeps', async () => {
    const path = '/api/file/generate-user-excel?key=none'
    expect(await site.rest('GET', path)).toMatchObject({ http: 401 })
    const answer = await site.rest('GET', path, { headers: { cookie } })
    expect(answer).toMatchObject({ http: 404 })
    expect(answer.headers.get('cache-control')).toContain('no-store')
  })

  it('is a guest when the session has ended, also where everybody may call', async () => {
    const headers = { cookie }
    expect(await site.rest('GET', '/api/admin/logout', { headers })).toMatchObject({ http: 200 })
    expect(await site.rest('GET', WHO, { headers })).toMatchObject({ http: 401 })
    const home = await site.rest('GET', '/api/get-user-home-info?username=root', { headers })
    expect(home).toMatchObject({ http: 200, status: 200 })
  })

  it('is nobody to the graph, which takes the token alone', async () => {
    const { data } = await site.graphql('{ viewer { user { id } } }', {}, { headers: { cookie } })
    expect(data).toEqual({ viewer: null })
  })
})

describe('a page in a browser', () => {
  const LOGOUT = '/api/logout'
  const CHROMIUM_IMAGE = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
  const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const STRANGE: [what: string, headers: Record<string, string>][] = [
    ['a picture in a text', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
    ['a link in a text', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
    ['a frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' }],
    ['a picture, without TLS', { accept: CHROMIUM_IMAGE }],
    ['a link, without TLS', { accept: NAVIGATION }],
    ['a script of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' }],
    ['a script of another site, without TLS', { origin: 'https://evil.test' }],
  ]

  it.each(STRANGE)('does not sign in %s, though the browser sends the cookie', async (_, strange) => {
    const cookie = await loginCookie('root')
    expect(await site.rest('GET', LOGOUT, { headers: { cookie, ...strange } })).toMatchObject({ http: 401 })
    expect(await site.rest('GET', WHO, { headers: { cookie } })).toMatchObject({ http: 200 })
  })

  it('signs in its own script', async () => {
    const headers = {
      cookie: await loginCookie('root'),
      accept: 'application/json, text/plain, */*',
      origin: site.url,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-dest': 'empty',
    }
    expect(await site.rest('GET', LOGOUT, { headers })).toMatchObject({ http: 200 })
  })
})
