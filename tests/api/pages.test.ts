import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttp } from '#server/doors/http.ts'
import { askPlainly, askRaw, type RawAnswer } from '../support/rawHttp.ts'
import { type Site, startSite } from '../support/site.ts'

const PAGE = '<!doctype html><title>Online Judge</title>'
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`

let site: Site
let url: string
let stop: () => Promise<unknown>
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'home'))
  const write = (name: string, text: string | Buffer) => writeFile(join(folder, name), text)
  await write('index.html', PAGE)
  await write('index.html.br', brotliCompressSync(PAGE))
  await write('robots.txt', 'User-agent: *\n')
  await write('.secret', 'not for you')
  await write('assets/main-1.js', SCRIPT)
  await write('assets/main-1.js.br', brotliCompressSync(SCRIPT))
  await write('assets/main-1.js.gz', gzipSync(SCRIPT))
  site = await startSite()
  const app = await createHttp({
    house: site.house,
    clientFolder: folder,
    trust: () => false,
    costPerMinute: 0,
    shareMs: 0,
    metricsToken: null,
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  stop = async () => {
    await app.close()
    await rm(folder, { recursive: true })
  }
})
afterAll(async () => {
  await stop()
  await site.close()
})

const ENCODINGS = [
  undefined,
  '',
  'identity',
  'gzip',
  'br',
  'gzip, deflate, br, zstd',
  '*',
  '*;q=0',
  'br;q=0,gzip',
  '\xff;;=,q',
]

/** What an answer says once its encoding is undone. */
function textOf({ headers, body }: RawAnswer): string {
  if (headers['content-encoding'] === 'br') return String(brotliDecompressSync(body))
  if (headers['content-encoding'] === 'gzip') return String(gunzipSync(body))
  return String(body)
}

const ask = (method: string, target: string, encoding?: string, headers: Record<string, string> = {}) =>
  askPlainly(url, method, target, {
    ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    ...headers,
  })

describe.each(ENCODINGS)('whoever accepts %j', (encoding) => {
  it.each([
    ['/', PAGE],
    ['/home', PAGE],
    ['/?x=1', PAGE],
    ['/problem/P1001?l=en-US', PAGE],
    ['/problem/A.1', PAGE],
    ['/problem/a%2Fb%20c', PAGE],
    ['/%E9%A2%98', PAGE],
    ['http://judge.test/status?page=2', PAGE],
    ['http://judge.test', PAGE],
    ['/assets/main-1.js', SCRIPT],
    ['/robots.txt', 'User-agent: *\n'],
  ])('gets %s, and its head', async (target, text) => {
    const [get, head] = await Promise.all([ask('GET', target, encoding), ask('HEAD', target, encoding)])
    expect(get.status).toBe(200)
    expect(textOf(get)).toBe(text)
    expect(get.headers['cache-control']).toBe(
      target.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    expect(get.headers.vary?.toLowerCase()).toContain('accept-encoding')
    expect(get.headers['x-content-type-options']).toBe('nosniff')
    expect(head.status).toBe(200)
    expect(head.body).toHaveLength(0)
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
    const again = await ask('GET', target, encoding, { 'if-none-match': get.headers.etag ?? '' })
    expect(again.status).toBe(304)
  })

  it.each([
    ['//', 400],
    ['//home', 400],
    ['/home//x', 400],
    ['/%00', 400],
    ['/home%00.html', 400],
    ['/..', 400],
    ['/../../etc/passwd', 400],
    ['/%2e%2e', 400],
    ['/..%2f..%2fetc/passwd', 400],
    ['/assets/../index.html', 400],
    ['/.', 400],
    ['/%', 400],
    ['/%ff', 400],
    ['/\\', 400],
    ['/..%5c..%5cwindows', 400],
    ['/%0d%0aset-cookie:x', 400],
    [`/${'a'.repeat(5000)}`, 400],
    ['/.secret', 404],
    ['/assets/', 404],
    ['/assets/none.js', 404],
    ['/assets/none', 404],
    ['/favicon.png', 404],
    ['/wp-login.php', 404],
    ['/static/x.js', 404],
    ['/.well-known/security.txt', 404],
  ])('is refused %s plainly with %i', async (target, status) => {
    const [get, head] = await Promise.all([ask('GET', target, encoding), ask('HEAD', target, encoding)])
    expect(get.status).toBe(status)
    expect(get.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(textOf(get)).not.toMatch(/[{<]|not for you/)
    expect(head.status).toBe(status)
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  })

  it.each(['/api/nothing', '/shopapi', '/graphql/x', '/shopapi/%ff', '/site-files/none', '/judging/blobs'])(
    'is refused the call %s in an envelope',
    async (target) => {
      const answer = await ask('GET', target, encoding)
      expect([400, 401, 404]).toContain(answer.status)
      expect(JSON.parse(textOf(answer))).toMatchObject({ data: null })
    },
  )

  it('gets the page to try queries on', async () => {
    const headers = { accept: 'text/html' }
    const get = await ask('GET', '/graphql', encoding, headers)
    expect(textOf(get)).toMatch(/^<!doctype html>/i)
    const head = await ask('HEAD', '/graphql', encoding, headers)
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  })
})

it('answers what is not a request, and a head without end', async () => {
  const [wrong] = await askRaw(url, 'GET / HTTP/1.1\r\nhost judge\r\n\r\n')
  expect(wrong?.status).toBe(400)
  const [long] = await askRaw(url, `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
  expect(long?.status).toBe(431)
})

it('answers old clients, parts of files, and other methods', async () => {
  const [old] = await askRaw(url, 'GET / HTTP/1.0\r\n\r\n')
  expect(String(old?.body)).toBe(PAGE)
  const part = await ask('GET', '/assets/main-1.js', 'gzip;q=0', { range: 'bytes=2-6' })
  expect([part.status, String(part.body)]).toEqual([206, SCRIPT.slice(2, 7)])
  const post = await ask('POST', '/home', 'gzip', { 'content-length': '0' })
  expect(post.status).toBe(404)
})
