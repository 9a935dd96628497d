import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { router } from '#server/doors/rest/router.ts'
import { addPerson, type Person } from '../support/people.ts'
import { type Site, startSite } from '../support/site.ts'

const PATH = '/api/file/header-token'
const written: string[] = []

router.get(PATH, 'login', { summary: 'Writes.', headerTokenOnly: true }, () => void written.push('GET'))
router.upload(
  PATH,
  'login',
  { summary: 'Writes.', headerTokenOnly: true, file: { field: 'file', maxBytes: 1000 } },
  () => void written.push('POST'),
)

let site: Site
let ada: Person
beforeAll(async () => {
  site = await startSite()
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

const ask = async (method: 'GET' | 'POST', headers: Record<string, string>) => {
  const body = new FormData()
  body.append('file', new Blob(['text']), 'a.txt')
  const response = await fetch(`${site.url}${PATH}`, {
    method,
    headers,
    ...(method === 'POST' ? { body } : {}),
  })
  return response.status
}

describe('a call that takes the token of the header only', () => {
  it.each(['GET', 'POST'] as const)('refuses the upload cookie with a %s', async (method) => {
    expect(await ask(method, { cookie: `upload-session=${ada.token}` })).toBe(401)
    expect(written).toEqual([])
    expect(await ask(method, { authorization: ada.token })).toBe(200)
    expect(written.splice(0)).toEqual([method])
  })
})
