import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addPerson, PASSWORD, type Person } from '../../support/people.ts'
import { bmp, gif, jpeg, png, webp } from '../../support/pictures.ts'
import { type RestAnswer, type Site, startSite } from '../../support/site.ts'

let site: Site
let root: Person
let ada: Person
beforeAll(async () => {
  site = await startSite({ TRUST_PROXY: 'on' })
  root = await addPerson(site, 'root', { role: 'ROOT' })
  ada = await addPerson(site, 'ada')
})
afterEach(() => site.prisma.carouselSlide.deleteMany())
afterAll(() => site.close())

const UPLOAD = '/api/file/upload-carouse-img'
const MEGABYTE = 2 ** 20
const PNG = png()
const BEGINNINGS: [string, Buffer][] = [
  ['image/png', PNG],
  ['image/jpeg', jpeg()],
  ['image/gif', gif('89a')],
  ['image/gif', gif('87a')],
  ['image/webp', webp()],
  ['image/bmp', bmp()],
]

const formOf = (...files: [field: string, content: Buffer][]) => {
  const form = new FormData()
  for (const [field, content] of files) form.append(field, new Blob([new Uint8Array(content)]), 'a.txt')
  return form
}

/** What an upload is answered, and how many slides there are then. */
async function upload(
  headers: Record<string, string>,
  body: FormData | string = formOf(['file', PNG]),
): Promise<RestAnswer & { slides: number }> {
  const response = await fetch(`${site.url}${UPLOAD}`, {
    method: 'POST',
    headers: { 'accept-language': 'en-US', ...headers },
    body,
  })
  const envelope = (await response.json()) as Omit<RestAnswer, 'http' | 'headers'>
  const slides = await site.prisma.carouselSlide.count()
  return { http: response.status, headers: response.headers, ...envelope, slides }
}

const login = (username: string, path = '/api/login', headers = {}) =>
  site.rest('POST', path, { body: { username, password: PASSWORD }, headers })

const cookieOf = ({ token }: Person) => ({ cookie: `theme=dark; JSESSIONID=${token}` })
const GUEST = { http: 401, status: 401, data: null, slides: 0 }

describe('the cookie of a session, sent with an upload', () => {
  it('comes with a login, hidden from scripts and other sites', async () => {
    for (const path of ['/api/login', '/api/admin/login']) {
      const { headers } = await login('root', path)
      const token = headers.get('authorization')
      expect(headers.getSetCookie()).toEqual([
        `JSESSIONID=${token}; Max-Age=86400; Path=/api; HttpOnly; SameSite=Strict`,
      ])
    }
    const { headers } = await login('root', '/api/login', { 'x-forwarded-proto': 'https' })
    expect(headers.getSetCookie()[0]).toMatch(/; Secure/)
    const wrong = await site.rest('POST', '/api/login', { body: { username: 'root', password: 'no' } })
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  it('ignores X-Forwarded-Proto from an untrusted proxy', async () => {
    const direct = await startSite()
    try {
      await addPerson(direct, 'root')
      const { headers } = await direct.rest('POST', '/api/login', {
        body: { username: 'root', password: PASSWORD },
        headers: { 'x-forwarded-proto': 'https' },
      })
      expect(headers.getSetCookie()[0]).not.toContain('Secure')
    } finally {
      await direct.close()
    }
  })

  it('comes again with a new token, and is cleared at logout, which ends it', async () => {
    const alan = await addPerson(site, 'alan', { role: 'ROOT' })
    await site.prisma.session.update({
      where: { id: alan.sessionId },
      data: { issuedAt: new Date(Date.now() - 13 * 3600_000) },
    })
    // The cookie renews nothing: its client could not be told the new token.
    const uploaded = await upload(cookieOf(alan))
    expect(uploaded).toMatchObject({ http: 200, slides: 1 })
    expect(uploaded.headers.get('refresh-token')).toBeNull()
    expect(uploaded.headers.getSetCookie()).toEqual([])

    const renewed = await site.rest('GET', '/api/get-user-auth-info', { token: alan.token })
    const token = renewed.headers.get('authorization') ?? ''
    expect(renewed.headers.getSetCookie()[0]).toContain(`JSESSIONID=${token};`)
    expect(await upload({ cookie: `JSESSIONID=${token}` })).toMatchObject({ http: 200 })
    await site.prisma.carouselSlide.deleteMany()

    const { headers } = await site.rest('GET', '/api/logout', { token })
    expect(headers.getSetCookie()).toEqual(['JSESSIONID=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict'])
    expect(headers.get('authorization')).toBeNull()
    expect(await upload({ cookie: `JSESSIONID=${token}` })).toMatchObject({
      ...GUEST,
      msg: 'Please login first!',
    })
  })

  it('signs an upload in, as the header does', async () => {
    expect(await upload(cookieOf(root))).toMatchObject({ http: 200, status: 200, slides: 1 })
    expect(await upload({ authorization: root.token })).toMatchObject({ http: 200, status: 200, slides: 2 })
    expect(await upload({})).toMatchObject({ http: 401, slides: 2 })
  })

  it('is ignored when there is an Authorization header', async () => {
    expect(await upload({ ...cookieOf(root), authorization: 'dead' })).toMatchObject(GUEST)
    expect(await upload({ ...cookieOf(root), authorization: '' })).toMatchObject(GUEST)
    const asAda = await upload({ ...cookieOf(root), authorization: ada.token })
    expect(asAda).toMatchObject({ http: 403, slides: 0 })
  })

  it('counts for pages of this host alone', async () => {
    const headers: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: 'http://judge.test.evil.test' },
      { origin: 'http://judge.test:81' },
      { origin: 'null' },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: site.url },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' },
    ]
    for (const one of headers) {
      expect(await upload({ ...cookieOf(root), ...one }), JSON.stringify(one)).toMatchObject(GUEST)
    }
    for (const origin of [site.url, 'http://judge.test']) {
      const answer = await upload({ ...cookieOf(root), origin, 'sec-fetch-site': 'same-origin' })
      expect(answer, origin).toMatchObject({ http: 200, status: 200 })
    }
  })
})

describe('a picture for the carousel', () => {
  it('is shown behind the others, with the type that its content says', async () => {
    for (const [type, picture] of BEGINNINGS) {
      const { data } = await upload({ authorization: root.token }, formOf(['file', picture]))
      expect(data).toEqual({ id: expect.any(Number), url: expect.stringMatching(/^\/api\/public\/img\//) })
      const shown = await fetch(`${site.url}${data.url}`)
      expect(shown.headers.get('content-type')).toBe(type)
      expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture)
      const carousel = await site.rest('GET', '/api/home-carousel')
      expect(carousel.data.at(-1)).toEqual(data)
    }
  })

  it('may have two megabytes, and not a byte more', async () => {
    const sized = (bytes: number) => formOf(['file', Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])])
    const most = await upload({ authorization: root.token }, sized(2 * MEGABYTE))
    expect(most).toMatchObject({ http: 200, status: 200, slides: 1 })
    for (const bytes of [2 * MEGABYTE + 1, 2 * MEGABYTE + 1000]) {
      expect(await upload({ authorization: root.token }, sized(bytes))).toMatchObject({
        http: 200,
        status: 400,
        data: null,
        msg: 'This file is too large: at most 2 MB',
        slides: 1,
      })
    }
  })

  it('that is too large is refused before the rest of it has come', async () => {
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
    const size = 3 * MEGABYTE
    const start = Buffer.concat([Buffer.from(head), PNG, Buffer.alloc(size)])
    // One says how long it is and sends its head alone; one goes on for ever without saying.
    const sendings: [string, Buffer][] = [
      [`content-length: ${50 * MEGABYTE}`, Buffer.from(head)],
      [
        'transfer-encoding: chunked',
        Buffer.concat([Buffer.from(`${start.length.toString(16)}\r\n`), start, Buffer.from('\r\n')]),
      ],
    ]
    for (const [length, bytes] of sendings) {
      const { hostname, port } = new URL(site.url)
      const socket = connect(Number(port), hostname)
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.on('error', () => {})
      socket.write(
        `POST ${UPLOAD} HTTP/1.1\r\nhost: judge.test\r\naccept-language: en-US\r\nauthorization: ${root.token}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\n${length}\r\n\r\n`,
      )
      socket.write(bytes)
      await once(socket, 'close')
      expect(answer, length).toContain('This file is too large')
    }
    expect(await site.prisma.carouselSlide.count()).toBe(0)
  })

  it('is refused when it is none, empty, missing, or not alone, in the words of the reader', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const refused = (msg: string) => ({ http: 200, status: 400, data: null, msg, slides: 0 })
    const headers = { authorization: root.token }
    const type = 'Unsupported picture: use PNG, JPEG, GIF, WebP or BMP'
    for (const content of [svg, Buffer.from('GIF8'), Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.from('MZ')]) {
      expect(await upload(headers, formOf(['file', content]))).toMatchObject(refused(type))
    }
    expect(await upload(headers, formOf(['file', Buffer.alloc(0)]))).toMatchObject(
      refused('This file is empty'),
    )
    expect(await upload(headers, formOf(['file', PNG], ['file', PNG]))).toMatchObject(
      refused('Send one file at a time'),
    )
    expect(await upload({ ...headers, 'accept-language': 'zh-CN' }, formOf(['file', svg]))).toMatchObject(
      refused('这不是可用的图片，仅支持 PNG、JPEG、GIF、WebP 和 BMP'),
    )
  })

  it('is refused in a malformed form', async () => {
    const malformed = { http: 400, status: 400, data: null, slides: 0 }
    const type = 'multipart/form-data; boundary=b'
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'
    const flood = '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(100)
    const headers = { authorization: root.token }
    const bodies: [string, FormData | string, string?][] = [
      ['another field', formOf(['picture', PNG])],
      ['no file', formOf()],
      ['JSON', '{}', 'application/json'],
      ['no JSON', '{', 'application/json'],
      ['text', 'abc', 'text/plain'],
      ['no boundary', part, 'multipart/form-data'],
      ['nothing', '', type],
      ['no end', part, type],
      ['no head', '--b\r\n\r\nabc\r\n--b--\r\n', type],
      ['a flood of fields', `${flood}--b--\r\n`, type],
      ['a prototype', `${part.replace('"file"', '"__proto__"')}\r\n--b--\r\n`, type],
    ]
    for (const [name, body, contentType] of bodies) {
      const answer = await upload(
        { ...headers, ...(contentType ? { 'content-type': contentType } : {}) },
        body,
      )
      expect(answer, name).toMatchObject(malformed)
    }
    const get = await site.rest('GET', UPLOAD, { token: root.token })
    expect(get).toMatchObject({ http: 405 })
    expect(get.headers.get('allow')).toBe('POST')
  })

  it('is put there by administrators of the site alone', async () => {
    const admin = await addPerson(site, 'admin', { role: 'ADMIN' })
    for (const headers of [{ authorization: ada.token }, cookieOf(ada), cookieOf(admin)]) {
      expect(await upload(headers)).toMatchObject({ http: 403, status: 403, data: null, slides: 0 })
    }
  })
})
