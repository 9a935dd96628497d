import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../../support/people.ts'
import { addProblem } from '../../support/problems.ts'
import { askPlainly } from '../../support/rawHttp.ts'
import { type Site, startSite } from '../../support/site.ts'
import { addDrawing } from '../../support/slides.ts'

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><title>0123456789</title></svg>'
const NOTES = 'Some notes about the problem'

let site: Site
let root: Person
let picture: string
let annex: string
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  await addDrawing(site, root, PICTURE)
  await addProblem(site, root, 'P1', { annexes: [{ name: 'notes.txt', content: Buffer.from(NOTES) }] })
  picture = (await site.rest('GET', '/api/home-carousel')).data[0].url
  const { data } = await site.graphql('{ problem(displayId: "P1") { annexes { url } } }')
  annex = data.problem.annexes[0].url
})
afterAll(() => site.close())

const get = (path: string, headers: Record<string, string> = {}) => askPlainly(site.url, 'GET', path, headers)

describe('files of the site', () => {
  it('are served at the paths of the reference system and at our own', async () => {
    expect(picture).toMatch(/^\/api\/public\/img\/[0-9a-f]{32}\.svg$/)
    expect(annex).toMatch(/^\/api\/public\/file\/\d+\/notes\.txt$/)
    for (const [path, text] of [
      [picture, PICTURE],
      [picture.replace('/api/public/img', '/site-files'), PICTURE],
      [annex, NOTES],
      [annex.replace('/api/public/file', '/problem-files'), NOTES],
    ] as const) {
      const { status, headers, body } = await get(path)
      expect([status, String(body)]).toEqual([200, text])
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'accept-ranges': 'bytes' })
      const head = await askPlainly(site.url, 'HEAD', path)
      expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' })
    }
  })

  it('are not sent again to a browser that has them cached', async () => {
    for (const path of [picture, annex]) {
      const { etag = '', 'cache-control': caching } = (await get(path)).headers
      for (const known of [etag, `"x", W/${etag}`, '*']) {
        const again = await get(path, { 'if-none-match': known })
        expect([again.status, again.headers.etag, again.headers['cache-control']]).toEqual([
          304,
          etag,
          caching,
        ])
      }
      expect((await get(path, { 'if-none-match': '"x"' })).status).toBe(200)
    }
  })

  it.each([
    ['bytes=0-3', 206, 'Some'],
    ['bytes=5-', 206, 'notes about the problem'],
    ['bytes=-7', 206, 'problem'],
    ['bytes=-1000', 206, NOTES],
    ['bytes=20-1000', 206, ' problem'.slice(-8)],
    ['bytes=28-', 416, ''],
    ['bytes=-0', 416, ''],
    ['bytes=3-2', 200, NOTES],
    ['bytes=0-1,3-4', 200, NOTES],
    ['lines=1-2', 200, NOTES],
  ])('are sent in parts: %s', async (range, status, text) => {
    const answer = await get(annex, { range })
    expect([answer.status, String(answer.body)]).toEqual([status, text])
    if (status === 206) expect(answer.headers['content-range']).toMatch(/^bytes \d+-\d+\/28$/)
    if (status === 416) expect(answer.headers['content-range']).toBe('bytes */28')
    const { etag = '' } = (await get(annex)).headers
    expect((await get(annex, { range, 'if-range': etag })).status).toBe(status)
    expect((await get(annex, { range, 'if-range': '"older"' })).status).toBe(200)
  })

  it('hand over no token that others could keep', async () => {
    await site.prisma.session.updateMany({
      where: { userId: root.id },
      data: { issuedAt: new Date(Date.now() - 13 * 3600_000) },
    })
    const before = { authorization: root.token }
    for (const path of [picture, annex]) {
      const { headers } = await get(path, before)
      expect(headers['refresh-token']).toBeUndefined()
      expect(headers.authorization).toBeUndefined()
    }
    const { headers } = await get('/api/get-website-config', before)
    expect(headers['refresh-token']).toBe('true')
    expect(headers['cache-control']).toBe('private, no-store')
    const graph = await site.graphql('{ viewer { user { username } } }', {}, { token: headers.authorization })
    expect(graph.data.viewer.user.username).toBe('root')
    expect(graph.headers.get('cache-control')).toBe('private, no-store')
  })
})
