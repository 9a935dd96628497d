import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { BankFault } from './bank.ts'
import { decode, openSession } from './openSession.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

const bank = { key: 'HDU', origin: 'https://bank.example', otherHosts: ['pictures.example'] } as const

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  opened.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function session(origin: string, saved: string | null = null) {
  const one = openSession(bank, saved, { origins: { HDU: origin }, proxy: null, timeouts: { headers: 200 } })
  opened.push(one)
  return one
}

const faultOf = (promise: Promise<unknown>): Promise<Pick<BankFault, 'kind' | 'isSent'>> =>
  promise.then(
    () => Promise.reject(new Error('was answered')),
    (error: BankFault) => ({ kind: error.kind, isSent: error.isSent }),
  )

it('sends forms, files, JSON and queries', async () => {
  const seen: string[] = []
  const origin = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    seen.push(`${request.url} ${request.headers['content-type'] ?? ''} ${Buffer.concat(chunks)}`)
    response.end('{"a":1}')
  })
  const one = session(origin)
  expect((await one.post('/form?x=1', { form: { a: 'ä &=', b: '' }, query: { y: '2' } })).json()).toEqual({
    a: 1,
  })
  await one.post('/json', { json: { a: [1] } })
  await one.post('/files', { multipart: { a: 'b', f: { name: 'a"\r\n.c', content: Buffer.from('int') } } })
  expect(seen[0]).toBe('/form?x=1&y=2 application/x-www-form-urlencoded a=%C3%A4+%26%3D&b=')
  expect(seen[1]).toBe('/json application/json {"a":[1]}')
  const boundary = /boundary=(\S+)/.exec(seen[2] ?? '')?.[1]
  expect(seen[2]).toContain(
    `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}\r\n` +
      'content-disposition: form-data; name="f"; filename="a%22%0D%0A.c"\r\n' +
      `content-type: application/octet-stream\r\n\r\nint\r\n--${boundary}--\r\n`,
  )
})

it('keeps cookies and values in what it saves, and starts empty from anything else', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(200, { 'set-cookie': 'sid=7; Path=/; HttpOnly' }).end(request.headers.cookie ?? 'none')
  })
  const first = session(origin)
  expect((await first.get('/')).text()).toBe('none')
  first.remember('token', 'abc')
  first.remember('gone', 'x')
  first.remember('gone', null)
  const second = session(origin, first.save())
  expect((await second.get('/')).text()).toBe('sid=7')
  expect([second.remembered('token'), second.remembered('gone')]).toEqual(['abc', null])
  for (const saved of ['', 'null', '{}', '{"cookies":5,"values":null}', '[]'])
    expect((await session(origin, saved).get('/')).text()).toBe('none')
})

it('asks the origin of the setting for the addresses of the bank, and nobody else', async () => {
  const seen: string[] = []
  const origin = await serve((request, response) => {
    seen.push(request.url ?? '')
    if (request.url === '/from') response.writeHead(302, { location: 'http://bank.example/to?a=1' })
    response.end()
  })
  const one = session(origin)
  await one.get('https://pictures.example//evil.example/a.png?b')
  expect((await one.get('/from')).url.href).toBe(`${origin}/to?a=1`)
  expect(seen).toEqual(['//evil.example/a.png?b', '/from', '/to?a=1'])
  for (const path of ['https://other.example/', '//other.example/', 'http://127.0.0.1:1/', 'http://'])
    expect(await faultOf(one.get(path))).toEqual({ kind: 'FORBIDDEN_ADDRESS', isSent: false })
})

it.each([
  [429, {}, '', 'TOO_FAST', false],
  [500, {}, '', 'UNREACHABLE', true],
  [
    200,
    { 'content-type': 'text/html' },
    '<title>The page is temporarily unavailable</title>',
    'UNREACHABLE',
    true,
  ],
  [503, { 'content-type': 'text/html' }, '<title>Just a moment...</title>', 'CAPTCHA', false],
  [403, { 'cf-mitigated': 'challenge' }, '', 'CAPTCHA', false],
  [403, { 'content-type': 'text/html' }, '<script src="/cdn-cgi/challenge-platform/x">', 'CAPTCHA', false],
  [200, { 'content-type': 'text/html' }, '<html><title> 人机验证 </title>', 'CAPTCHA', false],
])('HTTP %i with %j and %j is %s', async (status, headers, body, kind, isSent) => {
  const origin = await serve((_, response) => response.writeHead(status, headers).end(body))
  expect(await faultOf(session(origin).post('/'))).toEqual({ kind, isSent })
  expect(await faultOf(session(origin).get('/'))).toEqual({ kind, isSent: false })
})

it('returns other statuses, and pages of a problem that tells of captchas', async () => {
  const origin = await serve((request, response) =>
    response
      .writeHead(Number(request.url?.slice(1)), { 'content-type': 'text/html' })
      .end(
        '<title>1001 - Captcha numbers</title>Just a moment<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js">',
      ),
  )
  for (const status of [200, 400, 403, 404])
    expect((await session(origin).get(`/${status}`)).status).toBe(status)
})

it('says that a form was taken when the page behind its redirect fails', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/submit') response.writeHead(302, { location: '/status' })
    else if (request.url === '/status') response.writeHead(429)
    if (request.url !== '/hang') response.end()
  })
  expect(await faultOf(session(origin).post('/submit'))).toEqual({ kind: 'TOO_FAST', isSent: true })
  expect(await faultOf(session(origin).post('/hang'))).toEqual({ kind: 'UNREACHABLE', isSent: true })
  expect(await faultOf(session('http://127.0.0.1:9').post('/'))).toEqual({
    kind: 'UNREACHABLE',
    isSent: false,
  })
})

it.each([
  ['text/html; charset=gb2312', '', [0xd6, 0xd0, 0xce, 0xc4], '中文'],
  ['text/html', '<meta http-equiv="Content-Type" content="text/html; charset=gbk">', [0xe9, 0x46], '镕'],
  ['text/html', '<meta charset="utf-8">', [...Buffer.from('é')], 'é'],
  ['text/html; charset=nonsense', '', [...Buffer.from('中')], '中'],
  ['', '', [0xff], '\uFFFD'],
])('reads %s %s', (type, head, bytes, text) => {
  expect(decode(Buffer.concat([Buffer.from(head), Buffer.from(bytes)]), type)).toBe(head + text)
})

it('reads the title of a page without ends of tags in a moment', async () => {
  const page = '<title'.repeat(500_000)
  const origin = await serve((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(page)
  })
  const begun = performance.now()
  expect((await session(origin).get('/')).text()).toBe(page)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
