import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, type Person } from '../support/people.ts'
import { addProblem } from '../support/problems.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
let ada: Person
let root: Person
beforeAll(async () => {
  site = await startSite()
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
})
afterAll(() => site.close())

describe('headers', () => {
  it('echo the kind of address, and let scripts read what they need', async () => {
    for (const kind of ['admin', 'general']) {
      const { headers } = await site.rest('GET', '/api/languages', { headers: { 'url-type': kind } })
      expect(headers.get('url-type')).toBe(kind)
      expect(headers.get('access-control-expose-headers')).toBe(
        'Refresh-Token,Authorization,Url-Type,Content-disposition,Content-Type',
      )
    }
    const { headers } = await site.rest('GET', '/api/languages', { headers: { 'url-type': 'x, y' } })
    expect(headers.get('url-type')).toBeNull()
  })

  it('let no other site read or ask', async () => {
    for (const [method, path] of [
      ['GET', '/api/languages'],
      ['POST', '/api/login'],
      ['OPTIONS', '/api/login'],
      ['POST', '/graphql'],
      ['OPTIONS', '/graphql'],
    ] as const) {
      const response = await fetch(`${site.url}${path}`, {
        method,
        headers: {
          origin: 'http://elsewhere.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
      })
      expect(response.headers.get('access-control-allow-origin'), path).toBeNull()
      expect(response.headers.get('access-control-allow-credentials'), path).toBeNull()
    }
  })

  it('protect every answer', async () => {
    for (const path of [
      '/',
      '/api/languages',
      '/api/nothing',
      '/graphql?query=%7B__typename%7D',
      '/problem-files/1/x',
      '/site-files/x',
      '/judging/blob/x',
    ]) {
      const { headers } = await fetch(`${site.url}${path}`)
      expect(headers.get('content-security-policy'), path).toMatch(/default-src 'self'/)
      expect(headers.get('content-security-policy'), path).toMatch(/frame-ancestors 'self'/)
      expect(headers.get('content-security-policy'), path).not.toMatch(/script-src[^;]*unsafe/)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('x-powered-by') ?? headers.get('server'), path).toBeNull()
    }
  })

  it('hand over a new token after half a day, at both doors', async () => {
    const age = (person: Person) =>
      site.prisma.session.update({
        where: { id: person.sessionId },
        data: { issuedAt: new Date(Date.now() - 13 * 3600_000) },
      })
    await age(ada)
    const overRest = await site.rest('GET', '/api/get-user-auth-info', { token: ada.token })
    expect(overRest.headers.get('refresh-token')).toBe('true')
    const token = overRest.headers.get('authorization') ?? ''
    expect(token).not.toBe(ada.token)
    expect(
      (await site.rest('GET', '/api/get-user-auth-info', { token })).headers.get('refresh-token'),
    ).toBeNull()
    await age(ada)
    const overGraph = await site.graphql('{ viewer { user { username } } }', {}, { token })
    expect(overGraph.headers.get('refresh-token')).toBe('true')
    expect(overGraph.data.viewer.user.username).toBe('ada')
  })
})

describe('pictures and files', () => {
  it('run no scripts on our origin', async () => {
    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await addProblem(site, root, 'P9', {
      annexes: [
        { name: 'a.svg', content: Buffer.from(script) },
        { name: 'b.html', content: Buffer.from('<script>alert(1)</script>') },
        { name: 'ü "x";.html', content: Buffer.from('<script>alert(1)</script>') },
      ],
    })
    const annexes = await site.prisma.annex.findMany({ where: { problem: { displayId: 'P9' } } })
    expect(annexes).toHaveLength(3)
    for (const { id, name } of annexes) {
      const response = await fetch(`${site.url}/problem-files/${id}/${encodeURIComponent(name)}`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-disposition')).toMatch(/^attachment;filename=[^\s";]+$/)
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      await response.arrayBuffer()
    }
  })
})
